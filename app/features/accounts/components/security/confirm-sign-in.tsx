import { type ReactNode, useRef, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { AppError } from '#shared/errors/app-error.ts';

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

const wantsConfirmation = (error: unknown) =>
	error instanceof AppError && error.metadata.rule === 'confirm-sign-in';

/** The dialog that asks "is it you?", and the way to run calls that may need it. */
export function useConfirmed(): { confirmed: Confirmed; dialog: ReactNode } {
	const [isOpen, setIsOpen] = useState(false);
	const settle = useRef<(isConfirmed: boolean) => void>(() => {});

	const confirmed: Confirmed = async (call) => {
		try {
			return await call();
		} catch (error) {
			if (!wantsConfirmation(error)) throw error;
		}
		const isConfirmed = await new Promise<boolean>((resolve) => {
			settle.current = resolve;
			setIsOpen(true);
		});
		setIsOpen(false);
		return isConfirmed ? call() : undefined;
	};
	const dialog = isOpen ? <ConfirmDialog onSettled={(isConfirmed) => settle.current(isConfirmed)} /> : null;
	return { confirmed, dialog };
}
