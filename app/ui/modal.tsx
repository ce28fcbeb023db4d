import clsx from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface ModalProps {
	isOpen: boolean;
	/** Requested by Esc, the backdrop or the close button; the owner sets isOpen. */
	onClose: () => void;
	/** `false` while something must not be lost: Esc and the backdrop then do nothing. */
	isDismissable?: boolean;
	labelledBy: string;
	describedBy?: string;
	className?: string;
	children: ReactNode;
}

/** What can be filled in: native controls, and the segments of a date. */
const FIELDS =
	':is(input:not([type=hidden]), select, textarea):not(:disabled, [readonly], [tabindex="-1"]), [role="spinbutton"]';

/** How long the longest closing transition takes (motion.css), plus a frame. */
const CLOSING_MS = 260;

/**
 * A native modal dialog: the browser holds focus inside, makes the page behind inert, closes on Esc and gives focus back.
 * Focus goes to the element marked data-autofocus, else to the first field, else to the title.
 */
export function Modal(props: ModalProps) {
	const { isOpen, onClose, isDismissable = true, labelledBy, describedBy, className, children } = props;
	const dialog = useRef<HTMLDialogElement>(null);
	const [isPresent, setIsPresent] = useState(isOpen);
	if (isOpen && !isPresent) setIsPresent(true);

	useEffect(() => {
		const element = dialog.current;
		if (!element) return;
		if (isOpen && !element.open) {
			element.showModal();
			const first =
				element.querySelector<HTMLElement>('[data-autofocus]') ??
				[...element.querySelectorAll<HTMLElement>(FIELDS)].find((field) => field.checkVisibility()) ??
				element.querySelector<HTMLElement>('[tabindex="-1"]');
			first?.focus({ preventScroll: true });
		}
		if (isOpen) return;
		if (element.open) element.close();
		const timer = setTimeout(() => setIsPresent(false), CLOSING_MS);
		return () => clearTimeout(timer);
	}, [isOpen]);

	// Taken out while open: closed first, and said so while it can still be heard, so that focus goes back to where it came
	// from and a toast inside moves out.
	useLayoutEffect(() => {
		const element = dialog.current;
		return () => {
			if (!element?.open) return;
			element.close();
			element.dispatchEvent(new Event('toggle'));
		};
	}, []);

	// A press that began inside (selecting text) and ended on the backdrop is not a wish to close.
	const pressedBackdrop = useRef(false);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Esc, which arrives as `cancel`
		<dialog
			ref={dialog}
			aria-labelledby={labelledBy}
			aria-describedby={describedBy}
			className={clsx('modal', className)}
			onCancel={(event) => {
				if (event.target !== dialog.current) return;
				event.preventDefault();
				if (isDismissable) onClose();
			}}
			onClose={(event) => {
				if (event.target === dialog.current && isOpen) onClose();
			}}
			onPointerDown={(event) => {
				pressedBackdrop.current = event.target === dialog.current;
			}}
			onClick={(event) => {
				if (isDismissable && pressedBackdrop.current && event.target === dialog.current) onClose();
			}}
		>
			{isPresent ? children : null}
		</dialog>
	);
}
