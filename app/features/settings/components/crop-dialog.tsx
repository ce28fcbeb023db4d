import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useObjectUrl } from '#app/lib/object-url.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { cropSquare, moveCrop, WHOLE } from '../crop.ts';

/** Side of what is sent; the server makes its own sizes of it. */
const SENT = 512;
const KEYS: Record<string, [x: number, y: number]> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** Chooses the square of a picture: by dragging, by arrow keys, and by a slider for the zoom. */
export function CropDialog(props: {
	file: File;
	/** How it will be shown; a square has sharp edges. */
	shape: 'circle' | 'square';
	isSending: boolean;
	problem: string | undefined;
	onClose: () => void;
	onCropped: (picture: Blob) => void;
}) {
	const { t } = useLingui();
	const url = useObjectUrl(props.file);
	const [size, setSize] = useState<{ width: number; height: number } | null>(null);
	const [isBroken, setIsBroken] = useState(false);
	const [crop, setCrop] = useState(WHOLE);
	const image = useRef<HTMLImageElement>(null);
	const frame = useRef<HTMLDivElement>(null);

	const square = size && cropSquare(size, crop);
	/** Moves the picture under the frame by pixels of the screen. */
	function drag(x: number, y: number) {
		if (!size || !square || !frame.current) return;
		const scale = square.side / frame.current.clientWidth;
		setCrop(moveCrop(size, crop, { x: -x * scale, y: -y * scale }));
	}
	function onKeyDown(event: KeyboardEvent) {
		const step = KEYS[event.key];
		if (!step) return;
		event.preventDefault();
		const pixels = event.shiftKey ? 40 : 10;
		drag(-step[0] * pixels, -step[1] * pixels);
	}
	function onPointerMove(event: PointerEvent) {
		if (event.buttons === 1) drag(event.movementX, event.movementY);
	}
	async function send() {
		if (!square || !image.current) return;
		const picture = await cutOut(image.current, square, props.shape);
		if (picture) props.onCropped(picture);
		else setIsBroken(true);
	}

	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			isDismissable={!props.isSending}
			size="sm"
			title={t`Crop image`}
			description={t`Drag the image, or use the arrow keys.`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose} isDisabled={props.isSending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button onClick={() => void send()} isLoading={props.isSending} isDisabled={!square || isBroken}>
						<Trans>Use image</Trans>
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				{isBroken ? (
					<Callout tone="danger" isUrgent>
						<Trans>This browser can’t read the image. Try a JPEG or PNG.</Trans>
					</Callout>
				) : null}
				{props.problem ? (
					<Callout tone="danger" isUrgent>
						{props.problem}
					</Callout>
				) : null}
				<div
					ref={frame}
					// biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture in it
					tabIndex={0}
					role="application"
					aria-label={t`Image. Arrow keys move it.`}
					onKeyDown={onKeyDown}
					onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
					onPointerMove={onPointerMove}
					className={clsx(
						'relative mx-auto aspect-square w-64 cursor-move touch-none overflow-hidden bg-sunken select-none',
						props.shape === 'circle' ? 'rounded-full' : 'rounded-xl',
					)}
				>
					{url ? (
						<img
							ref={image}
							src={url}
							alt=""
							draggable={false}
							onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
								setSize({ width, height })
							}
							onError={() => setIsBroken(true)}
							className="absolute max-w-none"
							style={size && square ? placeOf(size, square) : { visibility: 'hidden' }}
						/>
					) : null}
				</div>
				<label className="flex flex-col gap-1.5 text-sm font-medium">
					<Trans>Zoom</Trans>
					<input
						type="range"
						min={1}
						max={4}
						step={0.05}
						value={crop.zoom}
						onChange={(event) => {
							if (size) setCrop(moveCrop(size, crop, { x: 0, y: 0, zoom: Number(event.target.value) }));
						}}
						className="h-11 w-full accent-accent"
					/>
				</label>
			</div>
		</Dialog>
	);
}

/** Where the whole picture lies when the square fills the frame. */
function placeOf(
	size: { width: number; height: number },
	square: ReturnType<typeof cropSquare>,
): CSSProperties {
	const share = (pixels: number) => `${(pixels / square.side) * 100}%`;
	return {
		width: share(size.width),
		height: share(size.height),
		left: share(-square.left),
		top: share(-square.top),
	};
}

/** The square as a picture of its own; null when the browser cannot write it. */
function cutOut(
	image: HTMLImageElement,
	{ left, top, side }: ReturnType<typeof cropSquare>,
	shape: 'circle' | 'square',
): Promise<Blob | null> {
	const canvas = document.createElement('canvas');
	canvas.width = SENT;
	canvas.height = SENT;
	const context = canvas.getContext('2d');
	if (context) {
		// What is transparent would come out black in a JPEG.
		context.fillStyle = 'white';
		context.fillRect(0, 0, SENT, SENT);
		context.drawImage(image, left, top, side, side, 0, 0, SENT, SENT);
	}
	return new Promise((resolve) => {
		canvas.toBlob(resolve, shape === 'square' ? 'image/png' : 'image/jpeg', 0.92);
	});
}
