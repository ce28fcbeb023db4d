import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

/**
 * For what cannot be taken back. Say what will happen and to whom; the button repeats the verb. What can be undone should
 * happen at once and offer Undo instead.
 */
export function ConfirmDialog(
	props: Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'description' | 'children'> & {
		confirmLabel: ReactNode;
		cancelLabel?: ReactNode;
		onConfirm: () => void;
		isDestructive?: boolean;
		isPending?: boolean;
		/** Why it failed; null or left out: it did not. */
		error?: unknown;
	},
) {
	const {
		confirmLabel,
		cancelLabel,
		onConfirm,
		isDestructive = true,
		isPending = false,
		error,
		children,
		...dialog
	} = props;
	const errorText = useErrorText();
	return (
		<Dialog
			{...dialog}
			size="sm"
			isDismissable={!isPending}
			footer={
				<>
					<Button variant="outline" onClick={dialog.onClose} data-autofocus isDisabled={isPending}>
						{cancelLabel ?? <Trans>Cancel</Trans>}
					</Button>
					<Button tone={isDestructive ? 'destructive' : 'neutral'} onClick={onConfirm} isLoading={isPending}>
						{confirmLabel}
					</Button>
				</>
			}
		>
			{error ? (
				<p role="alert" className="text-sm text-danger">
					{errorText(error)}
				</p>
			) : (
				children
			)}
		</Dialog>
	);
}
