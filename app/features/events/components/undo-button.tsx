import { useLingui } from '@lingui/react/macro';
import { useAttempt } from '#app/lib/attempt.ts';
import { Button } from '#app/ui/button.tsx';

/** Undoes a change, and says in a toast that it did; nothing where the change cannot be undone. */
export function UndoButton(props: {
	change: { id: string; canUndo: boolean };
	undo: { isPending: boolean; mutateAsync: (id: string) => Promise<unknown> };
	/** Names the change where several are listed. */
	label?: string;
}) {
	const { change, undo, label } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	if (!change.canUndo) return null;
	return (
		<Button
			size="sm"
			variant="outline"
			isLoading={undo.isPending}
			aria-label={label}
			onClick={() => void attempt(undo.mutateAsync(change.id), t`Change undone`)}
		>
			{t`Undo`}
		</Button>
	);
}
