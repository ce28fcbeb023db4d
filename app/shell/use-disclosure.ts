import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

interface Disclosure<Box extends HTMLElement> {
	isOpen: boolean;
	toggle(): void;
	close(): void;
	/** The element around button and panel. */
	box: RefObject<Box | null>;
}

/** A panel under its button: closes on Esc (the focus goes back to the button), outside press, leaving focus, navigation. */
export function useDisclosure<Box extends HTMLElement>(): Disclosure<Box> {
	const [isOpen, setIsOpen] = useState(false);
	const box = useRef<Box>(null);
	const { key } = useLocation();
	useEffect(() => setIsOpen(false), [key]);
	useEffect(() => {
		if (!isOpen) return;
		const onOutside = (event: Event) => {
			if (event.target instanceof Node && !box.current?.contains(event.target)) setIsOpen(false);
		};
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape') return;
			setIsOpen(false);
			box.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
		};
		document.addEventListener('pointerdown', onOutside);
		document.addEventListener('focusin', onOutside);
		document.addEventListener('keydown', onKey);
		return () => {
			document.removeEventListener('pointerdown', onOutside);
			document.removeEventListener('focusin', onOutside);
			document.removeEventListener('keydown', onKey);
		};
	}, [isOpen]);
	return { isOpen, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false), box };
}
