import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';

const root = join(import.meta.dirname, '../..');

const isEndpoint = (value: unknown): value is AnyEndpoint =>
	typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint that `shared/contracts` defines, with the name of its export; one that two names have is there twice. */
export async function listEndpoints(): Promise<[name: string, endpoint: AnyEndpoint][]> {
	const files = globSync('shared/contracts/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
	const modules = await Promise.all(
		files.map(async (file) => (await import(join(root, file))) as Record<string, unknown>),
	);
	return modules.flatMap((module) =>
		Object.entries(module).filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1])),
	);
}
