import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Writes `.br` and `.gz` beside every built browser file that shrinks, at the strongest settings: the server hands them
 * out as they are and never compresses a file per request. Runs after the build.
 */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|wasm|txt|html|xml)$/;
const WORTH_BYTES = 256;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(file: string): Promise<{ bytes: number; brotliBytes: number } | null> {
	const source = await readFile(file);
	if (source.byteLength < WORTH_BYTES) return null;
	const [brotli, zipped] = await Promise.all([
		toBrotli(source, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
				[constants.BROTLI_PARAM_SIZE_HINT]: source.byteLength,
				// One block for the largest file: a little smaller than what the library chooses by itself.
				[constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
			},
		}),
		toGzip(source, { level: 9 }),
	]);
	await writeFile(`${file}.br`, brotli);
	await writeFile(`${file}.gz`, zipped);
	return { bytes: source.byteLength, brotliBytes: brotli.byteLength };
}

const directory = join(import.meta.dirname, '..', 'build', 'client');
const isBuilt = await stat(directory).then(
	() => true,
	() => false,
);
if (!isBuilt) {
	console.error('build/client is not there. Run: npm run build');
	process.exit(1);
}
const queue = (await readdir(directory, { recursive: true }))
	.filter((name) => COMPRESSIBLE.test(name) && !name.startsWith('.vite'))
	.map((name) => join(directory, name));
const total = { files: 0, bytes: 0, brotliBytes: 0 };
await Promise.all(
	cpus().map(async () => {
		for (let file = queue.pop(); file; file = queue.pop()) {
			const result = await compress(file);
			if (!result) continue;
			total.files += 1;
			total.bytes += result.bytes;
			total.brotliBytes += result.brotliBytes;
		}
	}),
);
const kilo = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
console.log(`compressed ${total.files} files: ${kilo(total.bytes)} to ${kilo(total.brotliBytes)} (brotli)`);
