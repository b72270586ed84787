/* channels.h: the channels of elements in arrays and textures. */
#ifndef HIP_SHOAL_CHANNELS_H
#define HIP_SHOAL_CHANNELS_H

#include <hip/hip_vector_types.h>
#include <hip/shoal/functions.h>

#ifdef __cplusplus
/* The description of a type: so many channels, each as wide as T, of T's kind. */
template <class T, unsigned n = 1> struct shoal_channels {
    static hipChannelFormatDesc describe()
    {
        const int bits = 8 * sizeof(T);
        return hipCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
                                    !std::is_integral<T>::value ? hipChannelFormatKindFloat
                                    : std::is_signed<T>::value  ? hipChannelFormatKindSigned
                                                                : hipChannelFormatKindUnsigned);
    }
};
template <class T, unsigned n>
struct shoal_channels<HIP_vector_type<T, n>, 1> : shoal_channels<T, n> {
};
template <class T> static inline hipChannelFormatDesc hipCreateChannelDesc()
{
    return shoal_channels<T>::describe();
}

static inline hipChannelFormatDesc hipCreateChannelDescHalf()
{
    return hipCreateChannelDesc(16, 0, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf1()
{
    return hipCreateChannelDescHalf();
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf2()
{
    return hipCreateChannelDesc(16, 16, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf4()
{
    return hipCreateChannelDesc(16, 16, 16, 16, hipChannelFormatKindFloat);
}
#endif

#endif
