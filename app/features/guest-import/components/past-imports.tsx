import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AttendeeImport } from '#shared/contracts/guest-import.ts';
import { useImportActions, useImports } from '../api.ts';

/** Previous imports; each can be undone for an hour. */
export function PastImports(props: {
	event: string;
	timeZone: string;
	isSandbox: boolean;
	onUndone: () => void;
}) {
	const { event, timeZone, onUndone } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const mailNote = useMailNote(props);
	const showError = useErrorToast();
	const imports = useImports(event);
	const { undo } = useImportActions(event);
	const [confirming, setConfirming] = useState<AttendeeImport | null>(null);
	const rows = imports.data?.data ?? [];
	if (rows.length === 0) return null;

	async function takeBack(id: string) {
		try {
			await undo.mutateAsync(id);
			onUndone();
			toast({ variant: 'success', description: t`Import undone` });
		} catch (error) {
			showError(error);
		}
		setConfirming(null);
	}

	return (
		<Card title={<Trans>Previous imports</Trans>} padding="none">
			<ul className="mt-3 divide-y divide-hairline border-t border-hairline">
				{rows.map((row) => (
					<li key={row.id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
						<div className="min-w-0">
							<p className="font-medium [overflow-wrap:anywhere]" dir="auto">
								{row.fileName}
							</p>
							<p className="text-compact text-muted">
								<Plural value={row.taken} one="# guest" other="# guests" /> ·{' '}
								{formats.dateTime(row.createdAt, timeZone)}
							</p>
						</div>
						{row.undoneAt ? (
							<StatusBadge tone="neutral">{t`Undone`}</StatusBadge>
						) : row.canUndo && row.taken > 0 ? (
							<Button variant="outline" size="sm" icon={Undo2} onClick={() => setConfirming(row)}>
								{t`Undo`}
							</Button>
						) : null}
					</li>
				))}
			</ul>
			<ConfirmDialog
				isOpen={confirming !== null}
				onClose={() => setConfirming(null)}
				title={t`Undo this import?`}
				description={
					mailNote
						? t`Removes these guests and frees their spots. Checked-in guests stay. ${mailNote}`
						: t`Removes these guests and frees their spots. Checked-in guests stay; emailed guests are notified.`
				}
				confirmLabel={t`Undo import`}
				cancelLabel={t`Keep import`}
				isPending={undo.isPending}
				onConfirm={() => confirming && void takeBack(confirming.id)}
			/>
		</Card>
	);
}
