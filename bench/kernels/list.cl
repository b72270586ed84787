/* list.cl: sums over linked lists, which begin in local memory and go on in global memory: all
 * pointers are generic. */
struct node {
    struct node *next;
    uint value;
};

kernel void list_link(global struct node *nodes, global const uint *next, uint end)
{
    uint i = get_global_id(0), to = next[i];
    struct node n = {to == end ? 0 : (struct node *)(nodes + to), i * 2654435761u};
    nodes[i] = n;
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
list_sum(global uint *sums, global struct node *nodes, global const uint *first)
{
    local struct node heads[256];
    uint i = get_local_id(0), all = get_global_id(0);
    heads[i].next = (struct node *)(nodes + first[all]);
    heads[i].value = all;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (struct node *n = &heads[255 - i]; n; n = n->next)
        sum += n->value;
    sums[all] = sum;
}
