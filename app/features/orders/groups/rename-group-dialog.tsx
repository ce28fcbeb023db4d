import { useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import type { GroupActions } from './use-group.ts';

/** Another name for a group. */
export function RenameGroupDialog({ actions, onClose }: { actions: GroupActions; onClose: () => void }) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(onClose);
	const input = useRef<HTMLInputElement>(null);
	const [isMissing, setMissing] = useState(false);
	function save(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const name = input.current?.value.trim() ?? '';
		setMissing(name === '');
		if (name === '') return input.current?.focus();
		void act(() => actions.rename(name), t`Name updated`);
	}
	return (
		<FormDialog
			form="rename-group"
			onClose={onClose}
			size="sm"
			title={t`Rename group`}
			isPending={isPending}
			label={t`Save`}
			staysOpen
			onSubmit={save}
		>
			<TextField
				ref={input}
				label={t`Group name`}
				name="name"
				defaultValue={actions.group.name}
				autoComplete="off"
				maxLength={80}
				dir="auto"
				required
				error={isMissing ? t`Please enter a name.` : undefined}
			/>
			<Problem>{error}</Problem>
		</FormDialog>
	);
}
