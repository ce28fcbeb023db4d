import { join, resolve } from 'node:path';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { createDiskFileStore } from '#server/platform/file-store.ts';
import { command } from '../command.ts';

export const restoreCommand = command({
	name: 'restore',
	summary: 'Make this instance what it was when FILE was written; Foyer must be stopped.',
	parameters: ['FILE'],
	options: { force: { type: 'switch', summary: 'Replace what the database holds now.' } },
	async run({ parameters, options, config, database, print, note }) {
		const path = resolve(parameters[0]!);
		const { database: open } = await database({ isExclusive: true });
		const manifest = await restoreBackup({
			address: open.address,
			files: await createDiskFileStore(join(config.dataDir, 'files')),
			path,
			force: options.force,
			onProgress: note,
		});
		const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
		print(
			`Restored the backup of ${manifest.createdAt}: ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files.`,
		);
	},
});
