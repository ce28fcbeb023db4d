import type { Picture } from './picture.ts';

/** A canvas of the page, for browsers whose workers have none. */
let canvas: HTMLCanvasElement | null = null;

/**
 * Takes the present frame of a playing video, at its own resolution.
 * @param asBitmap whether the worker takes bitmaps; else the pixels are read here
 * @returns null when there is no frame yet
 */
export async function takeFrame(
	video: HTMLVideoElement,
	asBitmap: boolean,
): Promise<ImageBitmap | Picture | null> {
	if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
	if (asBitmap) return createImageBitmap(video);
	return readPixels(video, video.videoWidth, video.videoHeight);
}

/** A file with more pixels than this is made smaller: readers gain nothing from more, phones run out of memory. */
const MAX_FILE_PIXELS = 16_000_000;

/**
 * Takes an image file, upright, at its own resolution up to a limit.
 * @throws when the file is no image that the browser can show
 */
export async function takeFile(file: Blob, asBitmap: boolean): Promise<ImageBitmap | Picture> {
	const image = await openImage(file);
	try {
		const scale = Math.min(1, Math.sqrt(MAX_FILE_PIXELS / (image.width * image.height)));
		const width = Math.max(1, Math.round(image.width * scale));
		const height = Math.max(1, Math.round(image.height * scale));
		if (!asBitmap) return readPixels(image, width, height);
		if (image instanceof ImageBitmap && scale === 1) return await createImageBitmap(image);
		return await createImageBitmap(image, {
			resizeWidth: width,
			resizeHeight: height,
			resizeQuality: 'high',
		});
	} finally {
		if (image instanceof ImageBitmap) image.close();
	}
}

/** Bitmaps cannot be made of vector images, so those take the way over an image element. */
async function openImage(file: Blob): Promise<ImageBitmap | HTMLImageElement> {
	try {
		return await createImageBitmap(file, { imageOrientation: 'from-image' });
	} catch {
		const url = URL.createObjectURL(file);
		try {
			const image = new Image();
			image.src = url;
			await image.decode();
			return image;
		} finally {
			URL.revokeObjectURL(url);
		}
	}
}

function readPixels(source: CanvasImageSource, width: number, height: number): Picture {
	canvas ??= document.createElement('canvas');
	canvas.width = width;
	canvas.height = height;
	const context = canvas.getContext('2d', { willReadFrequently: true })!;
	context.fillStyle = 'white';
	context.fillRect(0, 0, width, height);
	context.drawImage(source, 0, 0, width, height);
	return context.getImageData(0, 0, width, height) as Picture;
}
