/* blackscholes.cl: prices of European options. The normal distribution is the polynomial of
 * Abramowitz and Stegun 26.2.17. */
float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float sum = k * (0.319381530f +
                     k * (-0.356563782f +
                          k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228040f * exp(-0.5f * d * d) * sum;
    return d > 0 ? 1.0f - tail : tail;
}

kernel void blackscholes(global float *call, global float *put, global const float *price,
                         global const float *strike, global const float *years, float rate,
                         float volatility)
{
    int i = get_global_id(0);
    float s = price[i], x = strike[i], t = years[i];
    float root = sqrt(t);
    float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = normal(d1), n2 = normal(d2);
    float discounted = x * exp(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
