import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the icons of the product into public/ from its mark. Run when the mark changes: `node scripts/make-icons.ts`. */
const PUBLIC = join(import.meta.dirname, '..', 'public');
const PAPER = '#fbfaf8';
const INK = '#16171c';
const EMBER = '#cc3a12';

/** The mark in a square of 28 units, as app/ui/logo.tsx draws it. */
const mark = (ink: string, paper: string) =>
	`<path fill="${ink}" d="M4 26V13a10 10 0 0 1 20 0v13Z"/><path fill="${paper}" d="M10 26V13.6a4 4 0 0 1 8 0V26Z"/><path fill="${EMBER}" d="M10 26V13.6c0-1.3.6-2.4 1.6-3.2L16 14v12Z"/>`;

/** The mark on paper; `share` is how much of the side it takes: less where a phone cuts a circle out. */
function tile(size: number, share: number, radius = 0): Buffer {
	const scale = (size * share) / 22;
	const left = (size - 20 * scale) / 2 - 4 * scale;
	const top = (size - 23 * scale) / 2 - 3 * scale;
	return Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}" fill="${PAPER}"/><g transform="translate(${left} ${top})scale(${scale})">${mark(INK, PAPER)}</g></svg>`,
	);
}

const png = (svg: Buffer) => sharp(svg).png({ palette: true, compressionLevel: 9 }).toBuffer();

/** An .ico file that holds one PNG. */
function ico(picture: Buffer, size: number): Buffer {
	const head = Buffer.alloc(22);
	head.writeUInt16LE(1, 2);
	head.writeUInt16LE(1, 4);
	head.writeUInt8(size, 6);
	head.writeUInt8(size, 7);
	head.writeUInt16LE(1, 10);
	head.writeUInt16LE(32, 12);
	head.writeUInt32LE(picture.length, 14);
	head.writeUInt32LE(22, 18);
	return Buffer.concat([head, picture]);
}

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 2 24 25"><style>.i{fill:${INK}}.p{fill:${PAPER}}@media (prefers-color-scheme:dark){.i{fill:#f1f1f4}.p{fill:#101116}}</style>${mark('INK', 'PAPER').replaceAll('fill="INK"', 'class="i"').replaceAll('fill="PAPER"', 'class="p"')}</svg>\n`;

await writeFile(join(PUBLIC, 'favicon.svg'), favicon);
await writeFile(join(PUBLIC, 'favicon.ico'), ico(await png(tile(32, 0.86, 6)), 32));
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await png(tile(180, 0.62)));
await writeFile(join(PUBLIC, 'icon-192.png'), await png(tile(192, 0.66, 42)));
await writeFile(join(PUBLIC, 'icon-512.png'), await png(tile(512, 0.66, 112)));
await writeFile(join(PUBLIC, 'icon-maskable-512.png'), await png(tile(512, 0.5)));
