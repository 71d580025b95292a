import type { Command } from 'commander';
import { addFont } from '../../../domain/fonts/add.ts';
import { listFonts } from '../../../domain/fonts/list.ts';
import { removeFont } from '../../../domain/fonts/remove.ts';
import { MAX_FONT_FILE_BYTES } from '../../../domain/limits.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { OR_STDIN, readGivenFile } from '../given-file.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addFontCommands(program: Command, terminal: Terminal): void {
  const font = program.command('font').description("Manage an organisation's fonts");
  font
    .command('add')
    .description('Add a font; you confirm that its licence allows embedding it in documents')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--file <file>', `a TTF, OTF, WOFF or WOFF2 file${OR_STDIN}`)
    .action(async ({ organisation, file: path }: { organisation: string; file: string }) => {
      const file = await readGivenFile(terminal, { name: 'file', path, most: MAX_FONT_FILE_BYTES });
      // The operator is responsible for the right to embed the font (docs/operations.md).
      const work = organisationContext(organisation, (context) => addFont(context, { file, rightToEmbed: true }));
      const { family, faces } = await withInstallation(terminal, work);
      terminal.print({ family, faces });
    });
  font
    .command('list')
    .description('List the fonts')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async ({ organisation }: { organisation: string }) => {
      terminal.print(
        await withInstallation(
          terminal,
          organisationContext(organisation, (context) => listFonts(context)),
        ),
      );
    });
  font
    .command('remove')
    .description('Remove a font that no template uses')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--id <id>', 'id of the font')
    .action(async (given: { organisation: string; id: string }) => {
      const id = option(Uuid, 'id', given.id);
      await withInstallation(
        terminal,
        organisationContext(given.organisation, (context) => removeFont(context, { id })),
      );
      terminal.print({ id });
    });
}
