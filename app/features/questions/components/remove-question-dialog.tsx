import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { EditedQuestion, QuestionActions } from '../api.ts';

/** Asks no more; says what becomes of the answers. */
export function RemoveQuestionDialog(props: {
	question: EditedQuestion;
	actions: QuestionActions;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { question, actions, onClose } = props;
	const [error, setError] = useState<unknown>(null);
	async function remove() {
		setError(null);
		try {
			const { outcome } = await actions.remove.mutateAsync(question);
			toast({
				variant: 'success',
				description:
					outcome === 'archived' ? t`Question removed. Its answers are kept.` : t`Question removed`,
			});
			onClose();
		} catch (failed) {
			setError(failed);
		}
	}
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Remove “${question.label}”?`}
			description={
				question.answerCount > 0
					? t`Guests won’t be asked again. Existing answers stay in the guest list and exports.`
					: t`No one has answered it yet.`
			}
			confirmLabel={t`Remove`}
			isPending={actions.remove.isPending}
			onConfirm={() => void remove()}
		>
			{error ? (
				<p role="alert" className="text-sm text-danger">
					{errorText(error)}
				</p>
			) : undefined}
		</ConfirmDialog>
	);
}
