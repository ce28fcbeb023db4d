export interface Box {
	left: number;
	top: number;
	width: number;
	height: number;
}

export interface Placement {
	side: 'bottom' | 'top';
	/** Which edge of the trigger it lines up with, in reading direction. */
	align: 'start' | 'center' | 'end';
	isRtl: boolean;
	/** Room between the trigger and the popover. */
	gap?: number;
}

const MARGIN = 8;

/**
 * Where a floating box goes: on the wished side if it fits there, else on the side with more room; never past the edges of
 * the viewport. Lengths are CSS pixels, positions are from the viewport's top left corner.
 */
export function placePopover(
	anchor: Box,
	size: { width: number; height: number },
	viewport: { width: number; height: number },
	placement: Placement,
): { left: number; top: number; maxHeight: number; side: 'bottom' | 'top' } {
	const { align, isRtl, gap = 6 } = placement;
	const below = viewport.height - (anchor.top + anchor.height) - gap - MARGIN;
	const above = anchor.top - gap - MARGIN;
	const wished = placement.side === 'bottom' ? below : above;
	const other = placement.side === 'bottom' ? above : below;
	const keepsSide = size.height <= wished || wished >= other;
	const side = keepsSide ? placement.side : placement.side === 'bottom' ? 'top' : 'bottom';
	const maxHeight = Math.max(0, side === 'bottom' ? below : above);
	const height = Math.min(size.height, maxHeight);

	const isLeft = align === 'center' ? null : (align === 'start') !== isRtl;
	const wishedLeft =
		isLeft === null
			? anchor.left + (anchor.width - size.width) / 2
			: isLeft
				? anchor.left
				: anchor.left + anchor.width - size.width;
	const left = Math.max(MARGIN, Math.min(wishedLeft, viewport.width - size.width - MARGIN));
	const top = side === 'bottom' ? anchor.top + anchor.height + gap : anchor.top - gap - height;
	return { left, top, maxHeight, side };
}
