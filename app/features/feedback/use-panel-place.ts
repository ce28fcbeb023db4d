import {
	type KeyboardEvent,
	type PointerEvent,
	type RefObject,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';

/** Distance to the edges of the window, and of one key press. */
const MARGIN = 8;
const STEP = 16;
const BIG_STEP = 64;

interface Place {
	x: number;
	y: number;
}

const ARROWS: Record<string, [x: number, y: number]> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** Where the panel stands: dragged by its head, moved by arrow keys, or sent from corner to corner by one press. */
export function usePanelPlace(panel: RefObject<HTMLElement | null>) {
	const [place, setPlace] = useState<Place | null>(null);
	const grip = useRef<Place | null>(null);
	const corner = useRef(0);

	const room = () => {
		const box = panel.current?.getBoundingClientRect();
		return {
			right: Math.max(MARGIN, innerWidth - (box?.width ?? 0) - MARGIN),
			bottom: Math.max(MARGIN, innerHeight - (box?.height ?? 0) - MARGIN),
		};
	};
	const moveTo = (x: number, y: number) => {
		const { right, bottom } = room();
		setPlace({ x: Math.min(Math.max(MARGIN, x), right), y: Math.min(Math.max(MARGIN, y), bottom) });
	};
	const here = (): Place => {
		const box = panel.current?.getBoundingClientRect();
		return { x: box?.left ?? MARGIN, y: box?.top ?? MARGIN };
	};

	// A window made smaller, or a panel grown taller, must not lose the panel.
	useLayoutEffect(() => {
		if (!place || !panel.current) return;
		const { right, bottom } = room();
		if (place.x > right || place.y > bottom) moveTo(place.x, place.y);
	});
	useEffect(() => {
		const onResize = () => setPlace((last) => (last ? { ...last } : last));
		addEventListener('resize', onResize);
		return () => removeEventListener('resize', onResize);
	}, []);

	return {
		style: place
			? ({ insetInlineStart: 'auto', insetBlockEnd: 'auto', left: place.x, top: place.y } as const)
			: undefined,
		head: {
			onPointerDown(event: PointerEvent<HTMLElement>) {
				if ((event.target as Element).closest('button') || event.button !== 0) return;
				const { x, y } = here();
				grip.current = { x: event.clientX - x, y: event.clientY - y };
				event.currentTarget.setPointerCapture(event.pointerId);
			},
			onPointerMove(event: PointerEvent<HTMLElement>) {
				if (grip.current) moveTo(event.clientX - grip.current.x, event.clientY - grip.current.y);
			},
			onPointerUp: () => {
				grip.current = null;
			},
			onPointerCancel: () => {
				grip.current = null;
			},
		},
		handle: {
			onKeyDown(event: KeyboardEvent) {
				const arrow = ARROWS[event.key];
				if (!arrow) return;
				event.preventDefault();
				const { x, y } = here();
				const step = event.shiftKey ? BIG_STEP : STEP;
				moveTo(x + arrow[0] * step, y + arrow[1] * step);
			},
			onClick() {
				corner.current = (corner.current + 1) % 4;
				const { right, bottom } = room();
				moveTo(
					corner.current === 1 || corner.current === 2 ? right : MARGIN,
					corner.current > 1 ? MARGIN : bottom,
				);
			},
		},
	};
}
