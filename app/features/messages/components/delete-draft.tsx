import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type MessagePlace, useMessageActions } from '#app/features/messages/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';

/** Deletes a draft, after asking, and leads to the list. */
export function DeleteDraft(props: {
	place: MessagePlace;
	/** Path of the list. */
	base: string;
	message: string;
	/** Nothing that was typed is worth asking about any more. */
	onDeleted: () => void;
}) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const attempt = useAttempt();
	const { remove } = useMessageActions(props.place);
	const [isAsking, setAsking] = useState(false);
	async function deleteIt() {
		const isDone = await attempt(remove.mutateAsync(props.message), t`Draft deleted`);
		setAsking(false);
		if (!isDone) return;
		props.onDeleted();
		void navigate(props.base, { replace: true });
	}
	return (
		<>
			<Button variant="outline" tone="destructive" onClick={() => setAsking(true)}>
				<Trans>Delete draft</Trans>
			</Button>
			<ConfirmDialog
				isOpen={isAsking}
				onClose={() => setAsking(false)}
				title={t`Delete this draft?`}
				confirmLabel={t`Delete`}
				isPending={remove.isPending}
				onConfirm={() => void deleteIt()}
			/>
		</>
	);
}
