/* isa_option.c: the functions of isa_option.h. */
#include "cli/isa_option.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "shoal/chip.h"
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

static int refuse_chip(const struct cli_command *command, const char *name, const char *isa,
                       bool with_families)
{
    const shoal_chip *chip;
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; (chip = shoal_chip_at(i)) && used < sizeof known; i++)
        if ((with_families || !chip->is_generic) && (!isa || strcmp(chip->isa, isa) == 0))
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     chip->name);
    return cli_fail(command, "no chip is called '%s'; there are: %s", name, known);
}

int chip_option_check(const struct cli_command *command, const char *name, const char *isa)
{
    const shoal_chip *chip = shoal_chip_find(name);
    bool fits = chip && !chip->is_generic && (!isa || strcmp(chip->isa, isa) == 0);
    return fits ? CLI_DONE : refuse_chip(command, name, isa, false);
}

/* The form of the chip that --mcpu names. */
static const char *form_of_chip(const struct cli_command *command, const struct isa_option *o)
{
    const shoal_chip *chip = shoal_chip_find(o->mcpu);
    if (chip && (!o->isa || !strcmp(o->isa, chip->isa) || !strcmp(o->isa, chip->form)) &&
        (!o->dialect || strcmp(chip->isa, "ventus") == 0))
        return chip->form;
    if (chip)
        return cli_fail(command, "%s has the instruction set %s", chip->name, chip->form), NULL;
    refuse_chip(command, o->mcpu, NULL, true);
    return NULL;
}

const char *isa_option_name(const struct cli_command *command, const struct isa_option *o)
{
    if (o->mcpu && strcmp(o->mcpu, "ventus") != 0)
        return form_of_chip(command, o);
    const char *isa = o->isa ? o->isa : o->dialect || o->raw_prefixes ? "ventus" : "rdna3";
    bool is_ventus = strcmp(isa, "ventus") == 0;
    bool is_toolchain = o->dialect && strcmp(o->dialect, "toolchain") == 0;
    bool is_form = strncmp(isa, "rdna3", 5) == 0 && shoal_isa_find(isa);
    if (!is_ventus && !is_form)
        cli_fail(command, "no instruction set is called '%s'; there are: %s", isa,
                 isa_option_all());
    else if (!is_ventus && (o->dialect || o->raw_prefixes))
        cli_fail(command, "rdna3 has neither dialects nor prefixes; they belong to --isa ventus");
    else if (o->dialect && !is_toolchain && strcmp(o->dialect, "manual") != 0)
        cli_fail(command, "no dialect is called '%s'; there are: manual, toolchain", o->dialect);
    else
        return is_ventus ? ventus_names[is_toolchain][o->raw_prefixes] : isa;
    return NULL;
}

const char *isa_option_for_file(const struct cli_command *command, const struct isa_option *o,
                                const char *file_isa)
{
    struct isa_option own = *o;
    size_t n = strcspn(file_isa, ":");
    if (!isa_option_name(command, o))
        return NULL;
    if (o->isa && strncmp(o->isa, file_isa, strcspn(o->isa, ".")) != 0) {
        cli_fail(command, "the file holds code for %.*s, not for %s", (int)n, file_isa, o->isa);
        return NULL;
    }
    if (o->mcpu ||
        (o->isa && strchr(o->isa, '.'))) /* code of another generation than the file says */
        return isa_option_name(command, o);
    own.isa = file_isa[n] ? "ventus" : file_isa;
    if (file_isa[n] && !own.dialect)
        own.dialect = file_isa + n + 1;
    return isa_option_name(command, &own);
}
