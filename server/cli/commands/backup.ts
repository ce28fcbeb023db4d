import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeBackup } from '#server/db/backup/write.ts';
import { createDiskFileStore } from '#server/platform/file-store.ts';
import { StopError } from '#server/platform/stop-error.ts';
import { command } from '../command.ts';

export const backupCommand = command({
	name: 'backup',
	summary: 'Write all data and uploaded files to one file. Foyer may be running.',
	parameters: ['FILE'],
	options: { force: { type: 'switch', summary: 'Overwrite FILE if it exists.' } },
	async run({ parameters, options, config, database, print, note }) {
		const path = resolve(parameters[0]!);
		const isThere = await stat(path).then(
			() => true,
			() => false,
		);
		if (isThere && !options.force) {
			throw new StopError(`${path} is there already. Choose another name, or add --force to replace it.`);
		}
		const { database: open } = await database({ isReading: true });
		const manifest = await writeBackup({
			address: open.address,
			files: await createDiskFileStore(join(config.dataDir, 'files')),
			path,
			now: new Date(),
			onProgress: note,
		});
		const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
		const { size } = await stat(path);
		print(
			`Wrote ${path}: ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files, ${size} bytes. It holds secrets and personal data; keep it safe.`,
		);
	},
});
