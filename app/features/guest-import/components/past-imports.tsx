import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AttendeeImport } from '#shared/contracts/guest-import.ts';
import { useImportActions, useImports } from '../api.ts';

/** The lists that were brought in before; each can be taken back for an hour. */
export function PastImports(props: { event: string; timeZone: string; onUndone: () => void }) {
	const { event, timeZone, onUndone } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const imports = useImports(event);
	const { undo } = useImportActions(event);
	const [asked, setAsked] = useState<AttendeeImport | null>(null);
	const rows = imports.data?.data ?? [];
	if (rows.length === 0) return null;

	async function takeBack(id: string) {
		try {
			await undo.mutateAsync(id);
			onUndone();
			toast({ variant: 'success', description: t`The list is taken back.` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
		setAsked(null);
	}

	return (
		<Card title={<Trans>Brought in before</Trans>} padding="none">
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
							<StatusBadge tone="neutral">{t`Taken back`}</StatusBadge>
						) : row.canUndo && row.taken > 0 ? (
							<Button variant="outline" size="sm" icon={Undo2} onClick={() => setAsked(row)}>
								{t`Undo`}
							</Button>
						) : null}
					</li>
				))}
			</ul>
			<ConfirmDialog
				isOpen={asked !== null}
				onClose={() => setAsked(null)}
				title={t`Take this list back?`}
				description={t`Its guests leave the list and their places are free again. Guests who are inside already stay. Guests who had a mail get word.`}
				confirmLabel={t`Take back`}
				cancelLabel={t`Keep it`}
				isPending={undo.isPending}
				onConfirm={() => asked && void takeBack(asked.id)}
			/>
		</Card>
	);
}
