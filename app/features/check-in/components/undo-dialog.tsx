import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorPerson } from '../offline/model.ts';
import type { Door } from '../use-door.ts';

/** Takes a check-in back that is not the last one, with the reason that stands in the log. */
export function UndoDialog(props: { guest: DoorPerson | null; door: Door; onClose(): void }) {
	const { guest, door, onClose } = props;
	const { t } = useLingui();
	const [reason, setReason] = useState('');
	const close = () => {
		setReason('');
		onClose();
	};
	return (
		<Dialog
			isOpen={guest !== null}
			onClose={close}
			title={t`Undo check-in`}
			description={guest?.name}
			footer={
				<>
					<Button variant="ghost" onClick={close}>
						<Trans>Cancel</Trans>
					</Button>
					<Button
						disabledReason={reason.trim() === '' ? t`Enter a reason.` : undefined}
						onClick={() => {
							if (guest) void door.undo({ guestId: guest.id, nonce: null }, reason.trim());
							close();
						}}
					>
						{t`Undo check-in`}
					</Button>
				</>
			}
		>
			<TextField
				label={t`Reason`}
				hint={t`Saved in the check-in log.`}
				value={reason}
				maxLength={300}
				onChange={(event) => setReason(event.target.value)}
			/>
		</Dialog>
	);
}
