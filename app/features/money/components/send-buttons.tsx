import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';

/** The footer of a dialog: one button that closes, one that sends. A failure is shown by the dialog. */
export function SendButtons(props: {
	isPending: boolean;
	label: ReactNode;
	onSend: () => Promise<void>;
	onClose: () => void;
}) {
	const { isPending, label, onSend, onClose } = props;
	return (
		<>
			<Button variant="outline" onClick={onClose} isDisabled={isPending}>
				<Trans>Close</Trans>
			</Button>
			<Button isLoading={isPending} onClick={() => void onSend().catch(() => {})}>
				{label}
			</Button>
		</>
	);
}
