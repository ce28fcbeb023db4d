/** Pixels of a frame or a file: RGBA, row by row. The shape of the browser's ImageData, also made in Node. */
export interface Picture {
	data: Uint8ClampedArray<ArrayBuffer>;
	width: number;
	height: number;
}

export interface Point {
	x: number;
	y: number;
}

/** An all-white picture. */
export function blankPicture(width: number, height: number): Picture {
	return { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
}

/**
 * The picture in grey, each pixel the mean of its 3x3 neighbourhood: in low light the cheapest large gain there is,
 * since it takes sensor noise away and leaves modules of three pixels and more.
 */
export function blurred({ data, width, height }: Picture): Picture {
	const rows = rowSums(luminance(data), width, height);
	const out = new Uint8ClampedArray(data.length);
	for (let y = 0; y < height; y++) {
		const above = Math.max(0, y - 1) * width;
		const here = y * width;
		const below = Math.min(height - 1, y + 1) * width;
		for (let x = 0, o = here * 4; x < width; x++, o += 4) {
			const mean = (rows[above + x]! + rows[here + x]! + rows[below + x]!) / 9;
			out[o] = out[o + 1] = out[o + 2] = mean;
			out[o + 3] = 255;
		}
	}
	return { data: out, width, height };
}

/** Twice the size, with linear interpolation: for bars of one or two pixels. */
export function doubled({ data, width, height }: Picture): Picture {
	const result = blankPicture(width * 2, height * 2);
	for (let y = 0, o = 0; y < height * 2; y++) {
		const top = Math.max(0, (y - 1) >> 1);
		const bottom = Math.min(height - 1, top + ((y - 1) >> 1 < 0 ? 0 : 1));
		const down = y & 1 ? 0.25 : 0.75;
		for (let x = 0; x < width * 2; x++, o += 4) {
			const left = Math.max(0, (x - 1) >> 1);
			const right = Math.min(width - 1, left + ((x - 1) >> 1 < 0 ? 0 : 1));
			const across = x & 1 ? 0.25 : 0.75;
			for (let channel = 0; channel < 3; channel++) {
				const upper = mix(data, (top * width + left) * 4, (top * width + right) * 4, channel, across);
				const lower = mix(data, (bottom * width + left) * 4, (bottom * width + right) * 4, channel, across);
				result.data[o + channel] = upper + (lower - upper) * down;
			}
		}
	}
	return result;
}

/** White on all sides, and at least `minHeight` high. */
export function padded({ data, width, height }: Picture, padding: number, minHeight: number): Picture {
	const extra = Math.max(0, Math.ceil((minHeight - height - 2 * padding) / 2));
	const result = blankPicture(width + 2 * padding, height + 2 * (padding + extra));
	for (let y = 0; y < height; y++) {
		const row = data.subarray(y * width * 4, (y + 1) * width * 4);
		result.data.set(row, ((y + padding + extra) * result.width + padding) * 4);
	}
	return result;
}

/** Mean brightness, 0 to 255, of a sample of the pixels. */
export function meanLuminance({ data }: Picture): number {
	let sum = 0;
	let count = 0;
	for (let i = 0; i < data.length; i += 4 * 61) {
		sum += data[i]! * 77 + data[i + 1]! * 150 + data[i + 2]! * 29;
		count++;
	}
	return count ? sum / count / 256 : 0;
}

function luminance(data: Uint8ClampedArray): Uint8Array {
	const grey = new Uint8Array(data.length / 4);
	for (let i = 0, o = 0; o < grey.length; i += 4, o++) {
		grey[o] = (data[i]! * 77 + data[i + 1]! * 150 + data[i + 2]! * 29 + 128) >> 8;
	}
	return grey;
}

/** Sum of each pixel and its two neighbours in the row; at the edges the edge pixel counts twice. */
function rowSums(grey: Uint8Array, width: number, height: number): Uint16Array {
	const sums = new Uint16Array(grey.length);
	for (let y = 0; y < height; y++) {
		const row = y * width;
		const last = row + width - 1;
		for (let i = row; i <= last; i++) {
			sums[i] = grey[Math.max(row, i - 1)]! + grey[i]! + grey[Math.min(last, i + 1)]!;
		}
	}
	return sums;
}

function mix(data: Uint8ClampedArray, a: number, b: number, channel: number, share: number): number {
	return data[a + channel]! + (data[b + channel]! - data[a + channel]!) * share;
}
