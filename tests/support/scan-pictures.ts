import { readFileSync } from 'node:fs';
import { encode } from 'uqr';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';
import type { Picture } from '#app/features/scanner/engine/picture.ts';

/** Pictures of codes as a camera would see them, the same for the same seed. For tests and the benchmark. */

/** Loads the engine from node_modules; the browser's worker loads it from our own address. */
export async function loadEngine(): Promise<void> {
	await prepareZXingModule({ overrides: { wasmBinary: wasm('reader/zxing_reader') }, fireImmediately: true });
}

function wasm(name: string): ArrayBuffer {
	const file = readFileSync(new URL(import.meta.resolve(`zxing-wasm/${name}.wasm`)));
	return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
}

/** Numbers from 0 to 1, the same series for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/** Dark and light modules, without a quiet zone. */
export type Modules = boolean[][];

export function qrModules(text: string, ecc: 'L' | 'M' | 'Q' | 'H' = 'Q'): Modules {
	return encode(text, { ecc, border: 0, boostEcc: false }).data;
}

export interface ViewOptions {
	/** Size of the frame. */
	width: number;
	height: number;
	/** Width of the symbol in pixels, before tilt. */
	symbolPx: number;
	/** Centre of the symbol; the middle of the frame unless stated. */
	at?: { x: number; y: number };
	/** Degrees: turned in the plane, and tilted away around the vertical and the horizontal axis. */
	turn?: number;
	tilt?: { x: number; y: number };
	/** Grey of paper and ink, 0 to 255. */
	light?: number;
	dark?: number;
	/** Radius of the lens blur in pixels (standard deviation). */
	blur?: number;
	/** Standard deviation of the sensor noise. */
	noise?: number;
	random?: () => number;
}

/** A symbol on paper in front of a camera: a grey wall, a white sheet with a quiet zone of four modules, the modules. */
export function viewOf(modules: Modules, options: ViewOptions): Picture {
	const { width, height, light = 255, dark = 0, blur = 0, noise = 0, random = Math.random } = options;
	const grey = new Float32Array(width * height).fill((light * 2 + dark) / 3);
	drawInto(grey, modules, options, light, dark);
	return toPicture(blur > 0 ? gaussian(grey, width, height, blur) : grey, width, height, noise, random);
}

function toPicture(
	grey: Float32Array,
	width: number,
	height: number,
	noise: number,
	random: () => number,
): Picture {
	const data = new Uint8ClampedArray(width * height * 4);
	for (let i = 0; i < grey.length; i++) {
		const value = grey[i]! + (noise ? noise * normal(random) : 0);
		data[i * 4] = data[i * 4 + 1] = data[i * 4 + 2] = value;
		data[i * 4 + 3] = 255;
	}
	return { data, width, height };
}

/** Puts further symbols into a picture: where the second picture is not wall, it wins. */
export function darkest(a: Picture, b: Picture): Picture {
	return { ...a, data: a.data.map((value, i) => Math.min(value, b.data[i]!)) };
}

/** A picture without any code: a wall, a speck of paper, and noise. */
export function emptyView(width: number, height: number, seed: number, noise = 20): Picture {
	return viewOf([[false]], { width, height, symbolPx: 8, noise, light: 160, random: randomFrom(seed) });
}

/** A symbol of any format that the engine's own writer can draw, upright and clean, with a quiet zone. */
export async function symbolPicture(
	format: NonNullable<WriterOptions['format']>,
	text: string,
	options: { scale?: number; barHeight?: number } = {},
): Promise<Picture> {
	prepareWriter({ overrides: { wasmBinary: wasm('writer/zxing_writer') } });
	const { symbol, error } = await writeBarcode(text, { format, scale: 1 });
	if (error) throw new Error(error);
	const scale = options.scale ?? 3;
	const isBars = symbol.height === 1;
	const quiet = 10 * scale;
	const rows = isBars ? (options.barHeight ?? 80) : symbol.height * scale;
	const width = symbol.width * scale + 2 * quiet;
	const height = rows + 2 * quiet;
	const data = new Uint8ClampedArray(width * height * 4).fill(255);
	for (let y = 0; y < rows; y++) {
		const from = isBars ? 0 : Math.floor(y / scale) * symbol.width;
		for (let x = 0; x < symbol.width * scale; x++) {
			const o = ((y + quiet) * width + x + quiet) * 4;
			data[o] = data[o + 1] = data[o + 2] = symbol.data[from + Math.floor(x / scale)]!;
		}
	}
	return { data, width, height };
}

/** The picture through a worse camera: less contrast, out of focus, noisy. */
export function worsened(
	{ data, width, height }: Picture,
	options: { light: number; dark: number; blur: number; noise: number; random: () => number },
): Picture {
	const { light, dark, blur, noise, random } = options;
	const grey = new Float32Array(width * height);
	for (let i = 0; i < grey.length; i++) grey[i] = dark + (data[i * 4]! / 255) * (light - dark);
	return toPicture(blur > 0 ? gaussian(grey, width, height, blur) : grey, width, height, noise, random);
}

const SUBSAMPLES = [1 / 6, 3 / 6, 5 / 6];

function drawInto(
	grey: Float32Array,
	modules: Modules,
	options: ViewOptions,
	light: number,
	dark: number,
): void {
	const { width, height, symbolPx, at = { x: width / 2, y: height / 2 } } = options;
	const size = modules.length;
	const quiet = size > 1 ? 4 : 0;
	const toPaper = paperUnder(options);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			let sum = 0;
			let hits = 0;
			for (const dy of SUBSAMPLES) {
				for (const dx of SUBSAMPLES) {
					const [u, v] = toPaper(x + dx - at.x, y + dy - at.y);
					const column = Math.floor((u / symbolPx + 0.5) * size);
					const row = Math.floor((v / symbolPx + 0.5) * size);
					const isPaper = Math.min(column, row) >= -quiet && Math.max(column, row) < size + quiet;
					if (!isPaper) continue;
					hits++;
					sum += modules[row]?.[column] ? dark : light;
				}
			}
			const i = y * width + x;
			if (hits > 0) grey[i] = (sum + grey[i]! * (9 - hits)) / 9;
		}
	}
}

/** From a point of the frame, relative to the symbol's centre, to the point of the paper that is seen there. */
function paperUnder({ turn = 0, tilt = { x: 0, y: 0 }, symbolPx }: ViewOptions) {
	const radians = Math.PI / 180;
	const [sinT, cosT] = [Math.sin(turn * radians), Math.cos(turn * radians)];
	const [sinX, cosX] = [Math.sin(tilt.x * radians), Math.cos(tilt.x * radians)];
	const [sinY, cosY] = [Math.sin(tilt.y * radians), Math.cos(tilt.y * radians)];
	// The eye is four symbol widths away; axes of the tilted paper in the eye's space.
	const distance = symbolPx * 4;
	const across = [cosY, 0, -sinY] as const;
	const down = [sinX * sinY, cosX, sinX * cosY] as const;
	return (x: number, y: number): [number, number] => {
		// Solve (x, y, 0) seen from (0, 0, -distance) = u * across + v * down, by Cramer's rule.
		const [px, py] = [x / distance, y / distance];
		const a = across[0] - px * across[2];
		const b = down[0] - px * down[2];
		const c = across[1] - py * across[2];
		const d = down[1] - py * down[2];
		const det = a * d - b * c;
		const u = (x * d - b * y) / det;
		const v = (a * y - x * c) / det;
		return [u * cosT + v * sinT, v * cosT - u * sinT];
	};
}

function gaussian(grey: Float32Array, width: number, height: number, sigma: number): Float32Array {
	const radius = Math.ceil(sigma * 3);
	const kernel = Array.from({ length: 2 * radius + 1 }, (_, i) =>
		Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
	);
	const total = kernel.reduce((a, b) => a + b, 0);
	const pass = (from: Float32Array, step: number, count: number, along: (i: number) => number) => {
		const to = new Float32Array(from.length);
		for (let i = 0; i < from.length; i++) {
			const position = along(i);
			let sum = 0;
			for (let k = -radius; k <= radius; k++) {
				const clipped = Math.min(count - 1, Math.max(0, position + k));
				sum += from[i + (clipped - position) * step]! * kernel[k + radius]!;
			}
			to[i] = sum / total;
		}
		return to;
	};
	const across = pass(grey, 1, width, (i) => i % width);
	return pass(across, width, height, (i) => Math.floor(i / width));
}

/** Box-Muller. */
function normal(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
