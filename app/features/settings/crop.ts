/** Which square of a picture is cut out: its centre as shares of width and height, and how far it is zoomed in. */
export interface Crop {
	x: number;
	y: number;
	/** 1: the largest square that fits. */
	zoom: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The square in pixels of the picture; it never leaves the picture. */
export function cropSquare(
	size: { width: number; height: number },
	crop: Crop,
): { left: number; top: number; side: number } {
	const side = Math.min(size.width, size.height) / Math.max(1, crop.zoom);
	return {
		left: clamp(crop.x * size.width - side / 2, 0, size.width - side),
		top: clamp(crop.y * size.height - side / 2, 0, size.height - side),
		side,
	};
}

/** The same crop with its centre where the square really lies, after moving by pixels of the picture. */
export function moveCrop(
	size: { width: number; height: number },
	crop: Crop,
	by: { x: number; y: number; zoom?: number },
): Crop {
	const zoomed = { ...crop, zoom: clamp(by.zoom ?? crop.zoom, 1, 4) };
	const { left, top, side } = cropSquare(size, {
		...zoomed,
		x: crop.x + by.x / size.width,
		y: crop.y + by.y / size.height,
	});
	return { x: (left + side / 2) / size.width, y: (top + side / 2) / size.height, zoom: zoomed.zoom };
}
