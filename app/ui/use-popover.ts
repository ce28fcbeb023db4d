import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { type Placement, placePopover } from './place-popover.ts';

/**
 * The browser's own popover (top layer, light dismiss, Esc) placed beside its trigger. Spread `trigger` on a button and
 * `popover` on the floating element, which must stand next to each other in the document, so that Tab goes from one into
 * the other and a dialog around them leaves them usable.
 */
export function usePopover<T extends HTMLElement = HTMLDivElement>(
	options: Partial<Pick<Placement, 'side' | 'align' | 'gap'>> & { onToggle?: (isOpen: boolean) => void } = {},
) {
	const { side = 'bottom', align = 'start', gap, onToggle } = options;
	const id = useId();
	const trigger = useRef<HTMLButtonElement>(null);
	const floating = useRef<T>(null);
	const [isOpen, setIsOpen] = useState(false);

	const place = useCallback(() => {
		const anchor = trigger.current;
		const element = floating.current;
		if (!anchor || !element) return;
		element.style.maxHeight = '';
		const spot = placePopover(
			anchor.getBoundingClientRect(),
			{ width: element.offsetWidth, height: element.offsetHeight },
			{ width: document.documentElement.clientWidth, height: window.innerHeight },
			{ side, align, gap, isRtl: getComputedStyle(anchor).direction === 'rtl' },
		);
		element.dataset.side = spot.side;
		element.style.left = `${spot.left}px`;
		element.style.top = `${spot.top}px`;
		element.style.maxHeight = `${spot.maxHeight}px`;
	}, [side, align, gap]);

	useEffect(() => {
		if (!isOpen) return;
		place();
		window.addEventListener('resize', place);
		window.addEventListener('scroll', place, { capture: true, passive: true });
		return () => {
			window.removeEventListener('resize', place);
			window.removeEventListener('scroll', place, { capture: true });
		};
	}, [isOpen, place]);

	const close = useCallback(() => floating.current?.hidePopover(), []);
	return {
		isOpen,
		close,
		trigger: {
			ref: trigger,
			popoverTarget: id,
			'aria-expanded': isOpen,
			'aria-controls': id,
		},
		popover: {
			id,
			ref: floating as RefObject<T>,
			popover: 'auto' as const,
			onBeforeToggle: (event: { newState?: string; nativeEvent: Event }) => {
				if ((event.nativeEvent as ToggleEvent).newState === 'open') requestAnimationFrame(place);
			},
			onToggle: (event: { target: EventTarget | null; nativeEvent: Event }) => {
				if (event.target !== floating.current) return;
				const opened = (event.nativeEvent as ToggleEvent).newState === 'open';
				setIsOpen(opened);
				onToggle?.(opened);
			},
		},
	};
}
