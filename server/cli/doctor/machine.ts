import { existsSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { makeDirectory } from '#server/platform/make-directory.ts';
import type { Finding } from './report.ts';

const root = join(import.meta.dirname, '../../..');
const neededMajor = 26;
const comfortableBytes = 1024 ** 3;
const neededBytes = 64 * 1024 ** 2;

export function checkNode(version = process.version): Finding {
	const isRight = Number(version.slice(1).split('.')[0]) >= neededMajor;
	return {
		name: 'Node',
		state: isRight ? 'ok' : 'fail',
		text: isRight ? version : `${version} is too old; run it through npm, which uses Node ${neededMajor}.`,
	};
}

export function checkBuild(): Finding {
	const isBuilt = existsSync(join(root, 'build/server/index.js')) && existsSync(join(root, 'build/client'));
	return {
		name: 'Build',
		state: isBuilt ? 'ok' : 'warn',
		text: isBuilt ? 'the app is built' : 'the app is not built yet; npm start does it.',
	};
}

/** A file can be made, brought to the disk and removed again. */
export async function checkDataDirectory({ dataDir }: Config): Promise<Finding> {
	const probe = join(dataDir, `.doctor.${process.pid}`);
	try {
		await makeDirectory(dataDir);
		const file = await open(probe, 'wx', 0o600);
		try {
			await file.writeFile('x');
			await file.sync();
		} finally {
			await file.close();
			await rm(probe, { force: true });
		}
		return { name: 'DATA_DIR', state: 'ok', text: `${dataDir} can be written` };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		return {
			name: 'DATA_DIR',
			state: 'fail',
			text: `${dataDir} cannot be written (${code}). Give this user the right, or set DATA_DIR to another directory.`,
		};
	}
}

export async function checkDisk({ dataDir }: Config): Promise<Finding> {
	try {
		const { bavail, bsize } = await statfs(dataDir);
		const free = bavail * bsize;
		const text = `${(free / 1024 ** 3).toFixed(1)} GB free at ${dataDir}`;
		if (free >= comfortableBytes) return { name: 'Disk', state: 'ok', text };
		return { name: 'Disk', state: free < neededBytes ? 'fail' : 'warn', text: `${text}. Free some space.` };
	} catch (error) {
		return { name: 'Disk', state: 'fail', text: `${dataDir}: ${(error as Error).message}` };
	}
}
