import { Plural, useLingui } from '@lingui/react/macro';
import { Download, Lock, Pencil, Trash2 } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CodeBatch } from '#shared/contracts/codes.ts';
import { downloadCodes } from '../api.ts';
import { justNow, More, Named, type RowProps } from './code-cells.tsx';

/** Codes that were made together, as one row each. */
export function BatchCard(props: RowProps & { rows: CodeBatch[] }) {
	const { t } = useLingui();
	const { texts } = props;
	return (
		<Card padding="none" title={<span className="text-lg">{t`Made together`}</span>}>
			<DataTable
				label={t`Batches of codes`}
				rows={props.rows}
				rowKey={(batch) => batch.id}
				columns={[
					{
						id: 'batch',
						header: t`Codes`,
						className: 'w-full max-w-24',
						cell: (batch) => (
							<Named
								name={<Plural value={batch.codes} one="# code" other="# codes" />}
								label={batch.label}
								of={batch}
							/>
						),
					},
					{
						id: 'effect',
						className: 'min-w-36',
						header: t`Discount`,
						from: 'sm',
						cell: (batch) => texts.effect(batch.terms),
					},
					{
						id: 'tickets',
						className: 'min-w-32',
						header: t`Tickets`,
						from: 'lg',
						cell: (batch) => texts.tickets(batch.terms),
					},
					{
						id: 'used',
						className: 'whitespace-nowrap',
						header: t`Used`,
						align: 'end',
						from: 'sm',
						cell: (batch) => texts.uses(batch.usedCodes, batch.codes),
					},
					{
						id: 'saved',
						header: t`Saved`,
						align: 'end',
						from: 'md',
						cell: (batch) => texts.money(batch.savedMinor, batch.terms.currency),
					},
					{
						id: 'period',
						className: 'min-w-40',
						header: t`Valid`,
						from: 'lg',
						cell: (batch) => texts.period(batch.terms),
					},
					{
						id: 'actions',
						header: t`Actions`,
						isHeaderHidden: true,
						align: 'end',
						className: 'whitespace-nowrap',
						cell: (batch) => <BatchActionsCell {...props} batch={batch} />,
					},
				]}
			/>
		</Card>
	);
}

function BatchActionsCell({ batch, event, actions, onOpen }: RowProps & { batch: CodeBatch }) {
	const { t, i18n } = useLingui();
	const attempt = useAttempt();
	const number = i18n.number(batch.codes);
	const name = batch.label || t`${number} codes`;
	const end = (endsAt: string | null) =>
		actions.updateBatch.mutateAsync({ batch: batch.id, changes: { endsAt } });
	async function endNow() {
		if (!(await attempt(end(justNow(batch.terms.startsAt))))) return;
		toast({
			variant: 'success',
			description: t`${name} ended`,
			action: { label: t`Undo`, onPress: () => void attempt(end(batch.terms.endsAt)) },
		});
	}
	const isUsed = batch.usedCodes > 0;
	return (
		<div className="flex justify-end gap-1">
			<IconButton
				icon={Download}
				label={t`Download ${name}`}
				onClick={() => void attempt(downloadCodes(event.id, batch.id))}
			/>
			<More
				name={name}
				items={[
					{ id: 'edit', label: t`Edit`, icon: Pencil, onSelect: () => onOpen({ kind: 'edit', of: batch }) },
					...(batch.state === 'active'
						? [{ id: 'end', label: t`End now`, icon: Lock, onSelect: () => void endNow() }]
						: []),
					{
						id: 'delete',
						label: isUsed ? t`Can’t delete: used by orders` : t`Delete`,
						icon: Trash2,
						tone: 'destructive',
						isDisabled: isUsed,
						onSelect: () => onOpen({ kind: 'delete', of: batch }),
					},
				]}
			/>
		</div>
	);
}
