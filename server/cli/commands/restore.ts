import { join, resolve } from 'node:path';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { createDiskFileStore } from '#server/platform/file-store.ts';
import { command } from '../command.ts';

export const restoreCommand = command({
	name: 'restore',
	summary: 'Restore this instance from the backup FILE. Stop Foyer first.',
	parameters: ['FILE'],
	options: { force: { type: 'switch', summary: 'Overwrite the data in the database.' } },
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
