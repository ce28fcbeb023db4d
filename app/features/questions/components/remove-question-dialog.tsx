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
					outcome === 'archived' ? t`It is asked no more. Its answers are kept.` : t`The question is gone.`,
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
					? t`Nobody is asked any more. The answers that are there are kept: with your guests and in the export.`
					: t`Nobody has answered it. It is gone at once.`
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
