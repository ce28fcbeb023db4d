import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Copy, Lock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { readError } from '#app/lib/read-error.ts';
import { useRestart } from '#app/lib/use-restart.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { copyText } from '#app/ui/copy-button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import type { MenuItem } from '#app/ui/menu.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Code } from '#shared/contracts/codes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type CodeActions, useBatches, useCodeActions, useCodes } from '../api.ts';
import { useCodeTexts } from '../code-texts.ts';
import { BatchCard } from './code-batches.tsx';
import { isBatch, justNow, More, Named, type Open, type RowProps, type Subject } from './code-cells.tsx';

const CodeDialog = lazyDialog(() => import('./code-dialog.tsx').then((module) => module.CodeDialog));

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

/** The codes of an event with what can be done about them, and those that were made together. */
export function CodeList({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [search, setSearch] = useState('');
	const codes = useCodes(event.id, search);
	const batches = useBatches(event.id);
	const types = useTicketTypes(event.id);
	const actions = useCodeActions(event.id);
	const texts = useCodeTexts(types.data?.data ?? [], event.timeZone);
	const [open, setOpen] = useState<Open | null>(null);
	const error = readError(codes) ?? readError(batches);
	if (error) return <ErrorScreen error={error} />;
	if (!codes.data || !batches.data || types.isPending) return <Skeleton className="h-64 w-full" />;
	const make = (
		<Button icon={Plus} onClick={() => setOpen({ kind: 'edit', of: 'code' })}>
			{t`New code`}
		</Button>
	);
	const rowProps = { event, texts, actions, onOpen: setOpen };
	const isEmpty = codes.data.length === 0 && batches.data.length === 0 && search === '';
	return (
		<>
			<Card
				padding="none"
				title={<span className="text-lg">{t`Codes`}</span>}
				description={t`Buyers enter a code at checkout, or open its link.`}
				actions={
					<div className="flex flex-wrap gap-2">
						<Button variant="outline" onClick={() => setOpen({ kind: 'edit', of: 'batch' })}>
							{t`Create batch`}
						</Button>
						{isEmpty ? null : make}
					</div>
				}
			>
				{isEmpty ? (
					<EmptyState
						drawing="ticket"
						title={t`No codes yet`}
						description={t`Give an early-bird discount, reward your members, or unlock hidden tickets for your guests.`}
						action={make}
					/>
				) : (
					<>
						<div className="px-5 pb-4">
							<DebouncedSearchField
								className="max-w-sm"
								label={t`Search codes`}
								placeholder={t`Start of a code`}
								q={search}
								onSearch={setSearch}
							/>
						</div>
						<CodeTable {...rowProps} rows={codes.data} isSearched={search !== ''} />
						<ShowMore {...moreOf(codes)} />
					</>
				)}
			</Card>
			{batches.data.length > 0 ? <BatchCard {...rowProps} rows={batches.data} /> : null}
			<OpenDialog
				event={event}
				open={open}
				codes={codes.data}
				types={types.data}
				actions={actions}
				onClose={() => setOpen(null)}
			/>
		</>
	);
}

function CodeTable(props: RowProps & { rows: Code[]; isSearched: boolean }) {
	const { t } = useLingui();
	const { texts } = props;
	return (
		<DataTable
			label={t`Codes`}
			rows={props.rows}
			rowKey={(code) => code.id}
			empty={
				<EmptyState title={props.isSearched ? t`No matching codes` : t`No single codes`} className="py-8" />
			}
			columns={[
				{
					id: 'code',
					header: t`Code`,
					className: 'w-full max-w-24',
					cell: (code) => <Named name={code.code} label={code.label} of={code} isCode />,
				},
				{
					id: 'effect',
					className: 'min-w-36',
					header: t`Discount`,
					from: 'sm',
					cell: (code) => texts.effect(code),
				},
				{
					id: 'tickets',
					className: 'min-w-32',
					header: t`Tickets`,
					from: 'lg',
					cell: (code) => texts.tickets(code),
				},
				{
					id: 'used',
					className: 'whitespace-nowrap',
					header: t`Used`,
					align: 'end',
					from: 'sm',
					cell: (code) => texts.uses(code.used, code.uses),
				},
				{
					id: 'saved',
					header: t`Saved`,
					align: 'end',
					from: 'md',
					cell: (code) => texts.money(code.savedMinor, code.currency),
				},
				{
					id: 'period',
					className: 'min-w-40',
					header: t`Valid`,
					from: 'lg',
					cell: (code) => texts.period(code),
				},
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					className: 'whitespace-nowrap',
					cell: (code) => <CodeActionsCell {...props} code={code} />,
				},
			]}
		/>
	);
}

function CodeActionsCell({ code, event, actions, onOpen }: RowProps & { code: Code }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const name = code.code;
	async function copy() {
		if (await copyText(code.url)) toast({ variant: 'success', description: t`Link of ${name} copied` });
		else toast({ description: code.url });
	}
	const end = (of: Code, endsAt: string | null) =>
		actions.update.mutateAsync({ code: of, changes: { endsAt } });
	async function endNow() {
		let ended: Code | undefined;
		const work = end(code, justNow(code.startsAt)).then((answer) => {
			ended = answer;
		});
		if (!(await attempt(work)) || !ended) return;
		const after = ended;
		toast({
			variant: 'success',
			description: t`${name} ended`,
			action: { label: t`Undo`, onPress: () => void attempt(end(after, code.endsAt)) },
		});
	}
	const share = () => void navigator.share({ title: event.title, url: code.url }).catch(() => {});
	const isOwn = code.batchId === null;
	const items: MenuItem[] = [
		...(typeof navigator !== 'undefined' && 'share' in navigator
			? [{ id: 'share', label: t`Share link`, onSelect: share }]
			: []),
		...(isOwn
			? [{ id: 'edit', label: t`Edit`, icon: Pencil, onSelect: () => onOpen({ kind: 'edit', of: code }) }]
			: []),
		...(isOwn && code.state === 'active'
			? [{ id: 'end', label: t`End now`, icon: Lock, onSelect: () => void endNow() }]
			: []),
		{
			id: 'delete',
			label: code.used > 0 ? t`Can’t delete: used by orders` : t`Delete`,
			icon: Trash2,
			tone: 'destructive',
			isDisabled: code.used > 0,
			onSelect: () => onOpen({ kind: 'delete', of: code }),
		},
	];
	return (
		<div className="flex justify-end gap-1">
			<IconButton icon={Copy} label={t`Copy link of ${name}`} onClick={() => void copy()} />
			<More name={name} items={items} />
		</div>
	);
}

/** The form of a code, or the question before one is deleted. */
function OpenDialog(props: {
	event: PublicEvent;
	open: Open | null;
	codes: readonly Code[];
	types: ReturnType<typeof useTicketTypes>['data'];
	actions: CodeActions;
	onClose: () => void;
}) {
	const { open, codes, actions, onClose } = props;
	const of = open?.of ?? null;
	// As it was read last: a colleague may have changed it.
	const current =
		of && typeof of === 'object' && !isBatch(of) ? (codes.find(({ id }) => id === of.id) ?? of) : of;
	const version =
		current && typeof current === 'object' && 'version' in current ? current.version : undefined;
	const { key, restartFrom } = useRestart(version);
	if (!open || !current) return null;
	if (open.kind === 'delete' && typeof current === 'object')
		return <DeleteDialog of={current} actions={actions} onClose={onClose} />;
	return (
		<CodeDialog
			key={key}
			of={current}
			event={props.event}
			types={props.types?.data ?? []}
			pricing={props.types?.pricing}
			actions={actions}
			onReload={(before) => {
				restartFrom(before);
				void actions.refresh();
			}}
			onClose={onClose}
		/>
	);
}

/** Deletes what no order used. The server refuses what was; it is ended instead. */
function DeleteDialog({ of, actions, onClose }: { of: Subject; actions: CodeActions; onClose: () => void }) {
	const { t } = useLingui();
	const [error, setError] = useState<unknown>(null);
	const remove = isBatch(of) ? actions.removeBatch : actions.remove;
	const confirm = () =>
		remove.mutate(of.id, {
			onSuccess: () => {
				toast({ variant: 'success', description: isBatch(of) ? t`Codes deleted` : t`${of.code} deleted` });
				onClose();
			},
			onError: setError,
		});
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={
				isBatch(of) ? (
					<Plural value={of.codes} one="Delete # code?" other="Delete # codes?" />
				) : (
					<Trans>Delete {of.code}?</Trans>
				)
			}
			description={t`No order used it. This can’t be undone.`}
			confirmLabel={t`Delete`}
			isPending={remove.isPending}
			onConfirm={confirm}
			error={error}
		/>
	);
}
