/* block_texels.c: decodes blocks for blocks.py. stdin: lines "CODE SIGNED HEX"; stdout: 64 numbers
 * per block, R G B A of the texels row by row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/texture/block.h"

int main(void)
{
    unsigned code, is_signed;
    char hex[33];
    while (scanf("%u %u %32s", &code, &is_signed, hex) == 3) {
        uint8_t block[16] = {0};
        for (size_t i = 0; i < strlen(hex) / 2; i++) {
            char byte[3] = {hex[2 * i], hex[2 * i + 1], 0};
            block[i] = (uint8_t)strtoul(byte, NULL, 16);
        }
        for (unsigned i = 0; i < 16; i++) {
            float c[4];
            rdna3_block_texel((enum block_code)code, (int)is_signed, block, i % 4, i / 4, c);
            printf("%.9g %.9g %.9g %.9g%s", (double)c[0], (double)c[1], (double)c[2], (double)c[3],
                   i < 15 ? " " : "\n");
        }
    }
    return 0;
}
