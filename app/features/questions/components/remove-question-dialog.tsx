import { useLingui } from '@lingui/react/macro';
import { useRemoval } from '#app/lib/use-removal.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { EditedQuestion, QuestionActions } from '../api.ts';

/** Asks no more; says what becomes of the answers. */
export function RemoveQuestionDialog(props: {
	question: EditedQuestion;
	actions: QuestionActions;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { question, actions, onClose } = props;
	const { error, remove } = useRemoval(onClose);
	async function confirm() {
		const { outcome } = await actions.remove.mutateAsync(question);
		return outcome === 'archived' ? t`Question removed. Its answers are kept.` : t`Question removed`;
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
			onConfirm={() => void remove(confirm)}
			error={error}
		/>
	);
}
