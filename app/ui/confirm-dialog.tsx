import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
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
	},
) {
	const { confirmLabel, cancelLabel, onConfirm, isDestructive = true, isPending = false, ...dialog } = props;
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
		/>
	);
}
