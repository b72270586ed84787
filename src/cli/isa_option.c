/* isa_option.c: the functions of isa_option.h. */
#include "cli/isa_option.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "shoal/isa.h"

const char *isa_option_all(void)
{
    static char all[256];
    size_t used = 0;
    for (size_t i = 0; shoal_isa_name_at(i); i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                                 shoal_isa_name_at(i));
    return all;
}

static const char *const ventus_names[2][2] = {{"ventus", "ventus:raw"},
                                               {"ventus:toolchain", "ventus:toolchain,raw"}};

const char *isa_option_name(const struct cli_command *command, const struct isa_option *o)
{
    const char *isa = o->isa ? o->isa : o->dialect || o->raw_prefixes ? "ventus" : "rdna3";
    bool is_ventus = strcmp(isa, "ventus") == 0;
    bool is_toolchain = o->dialect && strcmp(o->dialect, "toolchain") == 0;
    if (!is_ventus && strcmp(isa, "rdna3") != 0)
        cli_fail(command, "no instruction set is called '%s'; there are: %s", isa,
                 isa_option_all());
    else if (!is_ventus && (o->dialect || o->raw_prefixes))
        cli_fail(command, "rdna3 has neither dialects nor prefixes; they belong to --isa ventus");
    else if (o->dialect && !is_toolchain && strcmp(o->dialect, "manual") != 0)
        cli_fail(command, "no dialect is called '%s'; there are: manual, toolchain", o->dialect);
    else
        return is_ventus ? ventus_names[is_toolchain][o->raw_prefixes] : "rdna3";
    return NULL;
}

const char *isa_option_for_file(const struct cli_command *command, const struct isa_option *o,
                                const char *file_isa)
{
    struct isa_option own = *o;
    size_t n = strcspn(file_isa, ":");
    if (!isa_option_name(command, o))
        return NULL;
    if (o->isa && (strlen(o->isa) != n || memcmp(o->isa, file_isa, n) != 0)) {
        cli_fail(command, "the file holds code for %.*s, not for %s", (int)n, file_isa, o->isa);
        return NULL;
    }
    own.isa = file_isa[n] ? "ventus" : file_isa;
    if (file_isa[n] && !own.dialect)
        own.dialect = file_isa + n + 1;
    return isa_option_name(command, &own);
}
