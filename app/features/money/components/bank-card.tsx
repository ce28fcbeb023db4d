import { msg, plural } from '@lingui/core/macro';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { Money } from '#app/ui/money.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type BankLine, importBankFile } from '#shared/contracts/bank-files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
	type BankLineProblem,
	type BankSkipReason,
	bankLineStates,
	bankSkipReasons,
} from '#shared/rules/bank-lines.ts';
import { useBankActions, useBankLines } from '../api.ts';

const problems: Record<BankLineProblem, ReturnType<typeof msg>> = {
	'no-order': msg`No order has this reference`,
	'several-orders': msg`Names several orders: match it with one of them`,
	'maybe-same': msg`Maybe the same as a transfer of another statement. Put it aside if it is, or say that it is another one.`,
	'too-little': msg`Less than the order costs`,
	'too-much': msg`More than the order costs`,
	'paid-already': msg`The order is already confirmed`,
	'order-cancelled': msg`The order was cancelled`,
	'order-awaits-approval': msg`The order awaits approval`,
	'other-currency': msg`Another currency than the order`,
	'payment-in-progress': msg`A card payment for the order is in progress`,
};

const stateLabels: Record<BankLine['state'], ReturnType<typeof msg>> = {
	new: msg`To match`,
	matched: msg`Matched`,
	ignored: msg`Put aside`,
};

const emptyTexts: Record<BankLine['state'], ReturnType<typeof msg>> = {
	new: msg`No transfers are waiting.`,
	matched: msg`No transfers were matched yet.`,
	ignored: msg`No transfers were put aside.`,
};

const MAX_BYTES = importBankFile.upload?.maxBytes;

/** Bank statements: transfers that name an order pay it; the rest waits here for a person. */
export function BankCard(props: { organisation: string; isEditable: boolean }) {
	const { organisation, isEditable } = props;
	const { t, i18n } = useLingui();
	const [state, setState] = useState<BankLine['state']>('new');
	const lines = useBankLines(organisation, state);
	const [matching, setMatching] = useState<BankLine | null>(null);
	const rows = lines.data ?? [];
	return (
		<Card
			title={<Trans>Bank transfers</Trans>}
			description={
				<Trans>Import a bank statement: transfers are matched with orders by their reference.</Trans>
			}
		>
			<div className="flex flex-col gap-4">
				{isEditable ? <StatementField organisation={organisation} /> : null}
				<Select
					label={t`Transfers`}
					className="sm:max-w-60"
					value={state}
					onChange={(change) => setState(change.target.value as BankLine['state'])}
					options={bankLineStates.map((value) => ({ value, label: i18n._(stateLabels[value]) }))}
				/>
				<ErrorCallout error={lines.error} onRetry={lines.refetch} />
				{lines.isPending ? <Skeleton className="h-20" /> : null}
				{rows.length > 0 ? (
					<ul className="flex flex-col divide-y" aria-label={i18n._(stateLabels[state])}>
						{rows.map((line) => (
							<LineRow
								key={line.id}
								organisation={organisation}
								line={line}
								isEditable={isEditable}
								onMatch={() => setMatching(line)}
							/>
						))}
					</ul>
				) : null}
				{lines.data && rows.length === 0 ? (
					<p className="text-sm text-muted">{i18n._(emptyTexts[state])}</p>
				) : null}
				<ShowMore
					hasMore={lines.hasNextPage}
					isLoading={lines.isFetchingNextPage}
					onMore={() => void lines.fetchNextPage()}
				/>
			</div>
			{matching ? (
				<MatchDialog organisation={organisation} line={matching} onClose={() => setMatching(null)} />
			) : null}
		</Card>
	);
}

/** Chooses a file, and says what became of its lines. */
function StatementField({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const { importFile } = useBankActions(organisation);
	const [isRefused, setRefused] = useState(false);
	const { error } = importFile;
	/** What is wrong with the file. */
	const sentence = error instanceof AppError ? error.details[0]?.message : undefined;
	return (
		<>
			<FileField
				label={t`Bank statement`}
				accept=".csv,.xml,.xlsx,.txt,.tsv,.zip,.sta,.mt940,.940"
				maxBytes={MAX_BYTES}
				note={t`CAMT (XML or ZIP), MT940, CSV or Excel, up to 5 MB. Only incoming transfers are stored, not the file.`}
				error={
					isRefused ? t`This file can’t be used. Choose CAMT, MT940, CSV or Excel up to 5 MB.` : sentence
				}
				isDisabled={importFile.isPending}
				onFiles={({ accepted: [file], refused }) => {
					setRefused(refused.length > 0);
					importFile.reset();
					if (file) importFile.mutate(file);
				}}
			/>
			<div role="status" className="contents">
				{importFile.isPending ? (
					<p className="flex items-center gap-2 text-sm text-muted">
						<Spinner size={16} />
						<Trans>Matching transfers with orders</Trans>
					</p>
				) : null}
				{importFile.data ? <ImportResult {...importFile.data} /> : null}
			</div>
			<ErrorCallout error={sentence ? null : error} />
		</>
	);
}

/** What was left out of a statement. */
const skipLabels: Record<BankSkipReason, ReturnType<typeof msg>> = {
	outgoing: msg`Money that went out`,
	pending: msg`Not booked yet`,
	reversed: msg`Reversed or returned`,
	balance: msg`Balances and totals`,
	'no-date': msg`Rows without a date`,
	'no-amount': msg`Rows without an amount`,
	note: msg`Lines around the table`,
};

function ImportResult(result: {
	matched: number;
	waiting: number;
	maybeSame: number;
	known: number;
	skippedBy: Partial<Record<BankSkipReason, number>>;
}) {
	const { matched, waiting, maybeSame, known, skippedBy } = result;
	const { i18n } = useLingui();
	return (
		<Callout
			tone={waiting > 0 ? 'warning' : 'success'}
			title={<Plural value={matched} one="# transfer matched" other="# transfers matched" />}
		>
			<ul>
				{waiting > 0 ? (
					<li>
						<Plural value={waiting} one="# waits for you below." other="# wait for you below." />
					</li>
				) : null}
				{known > 0 ? (
					<li>
						<Plural value={known} one="# was imported before." other="# were imported before." />
					</li>
				) : null}
				{maybeSame > 0 ? (
					<li>
						<Plural
							value={maybeSame}
							one="# may be a transfer that was imported before."
							other="# may be transfers that were imported before."
						/>
					</li>
				) : null}
				{bankSkipReasons.map((reason) => {
					const times = skippedBy[reason] ?? 0;
					const label = i18n._(skipLabels[reason]);
					return times > 0 ? (
						<li key={reason}>
							<Trans>
								Left out: {label} ({times})
							</Trans>
						</li>
					) : null;
				})}
			</ul>
		</Callout>
	);
}

function LineRow(props: { organisation: string; line: BankLine; isEditable: boolean; onMatch: () => void }) {
	const { organisation, line, isEditable, onMatch } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { order, problem, state } = line;
	const total = order ? formats.money(order.totalMinor, line.currency) : '';
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 text-sm">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Money className="font-medium">{formats.money(line.amountMinor, line.currency)}</Money>
					<bdi className="min-w-0 [overflow-wrap:anywhere]">{line.payer}</bdi>
					<span className="text-muted">{formats.shortDate(`${line.bookedOn}T00:00:00Z`, 'UTC')}</span>
				</p>
				<p className="text-muted [overflow-wrap:anywhere]" dir="auto">
					{line.text}
				</p>
				{problem ? <p className="font-medium">{i18n._(problems[problem])}</p> : null}
				{order ? (
					<Link to={`/events/${order.eventId}/orders/${order.id}`} className="link self-start">
						<Trans>
							Order {order.code}, {total}
						</Trans>
					</Link>
				) : null}
			</div>
			{isEditable && line.alikeInFile > 1 ? <AlikeButton organisation={organisation} line={line} /> : null}
			{isEditable && state !== 'matched' ? (
				<div className="flex flex-wrap gap-2">
					{problem === 'maybe-same' ? <SeparateButton organisation={organisation} line={line} /> : null}
					{state === 'new' ? (
						<Button variant="outline" aria-haspopup="dialog" onClick={onMatch}>{t`Match`}</Button>
					) : null}
					<AsideButton organisation={organisation} line={line} />
				</div>
			) : null}
		</li>
	);
}

/** Says that a line is another transfer than the one it looks like: it is matched like any other. */
function SeparateButton({ organisation, line }: { organisation: string; line: BankLine }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { separate } = useBankActions(organisation);
	const press = () => {
		if (!separate.isPending) void attempt(separate.mutateAsync({ line: line.id, key: newIdempotencyKey() }));
	};
	return (
		<Button variant="outline" isLoading={separate.isPending} onClick={press}>{t`Another transfer`}</Button>
	);
}

/** Puts all lines of a file aside that may be the same as others, as two statements that overlap have many; “Undo” takes it back. */
function AlikeButton({ organisation, line }: { organisation: string; line: BankLine }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { ignoreAlike, restoreAlike } = useBankActions(organisation);
	const putAside = async () => {
		if (ignoreAlike.isPending) return;
		const done = { lines: 0, at: '' };
		const isDone = await attempt(
			ignoreAlike
				.mutateAsync({ line: line.id, key: newIdempotencyKey() })
				.then((answer) => Object.assign(done, answer)),
		);
		if (!isDone) return;
		const putBack = () =>
			attempt(restoreAlike.mutateAsync({ line: line.id, at: done.at, key: newIdempotencyKey() }));
		toast({
			description: t`${plural(done.lines, { one: '# transfer put aside', other: '# transfers put aside' })}`,
			action: { label: t`Undo`, onPress: () => void putBack() },
		});
	};
	return (
		<div className="flex basis-full flex-wrap items-center justify-between gap-3 rounded-md bg-sunken p-3">
			<p>
				<Plural
					value={line.alikeInFile}
					one="# transfer of this statement may have been imported before."
					other="# transfers of this statement may have been imported before."
				/>
			</p>
			<Button variant="outline" size="sm" isLoading={ignoreAlike.isPending} onClick={() => void putAside()}>
				<Trans>Put them all aside</Trans>
			</Button>
		</div>
	);
}

/** Puts a line aside, which a press on “Undo” takes back, or puts it back among those to match. */
function AsideButton({ organisation, line }: { organisation: string; line: BankLine }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { ignore, restore } = useBankActions(organisation);
	const isBusy = useRef(false);
	const putBack = () => attempt(restore.mutateAsync({ line: line.id, key: newIdempotencyKey() }));
	const putAside = async () => {
		const isDone = await attempt(ignore.mutateAsync({ line: line.id, key: newIdempotencyKey() }));
		if (!isDone) return;
		toast({ description: t`Put aside`, action: { label: t`Undo`, onPress: () => void putBack() } });
	};
	const press = async (work: () => Promise<unknown>) => {
		if (isBusy.current) return;
		isBusy.current = true;
		await work();
		isBusy.current = false;
	};
	return line.state === 'ignored' ? (
		<Button
			variant="outline"
			isLoading={restore.isPending}
			onClick={() => void press(putBack)}
		>{t`Put back`}</Button>
	) : (
		<Button
			variant="ghost"
			isLoading={ignore.isPending}
			onClick={() => void press(putAside)}
		>{t`Put aside`}</Button>
	);
}

function MatchDialog(props: { organisation: string; line: BankLine; onClose: () => void }) {
	const { organisation, line, onClose } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const keyOf = useKeyOf();
	const { match } = useBankActions(organisation);
	const [reference, setReference] = useState(line.order?.reference ?? '');
	const [isSent, setSent] = useState(false);
	const amount = formats.money(line.amountMinor, line.currency);
	const send = async () => {
		setSent(true);
		const typed = reference.trim();
		if (typed === '' || match.isPending) return;
		await match.mutateAsync({ line: line.id, reference: typed, key: keyOf({ typed }) });
		toast({ variant: 'success', description: t`Matched: the order is confirmed` });
		onClose();
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!match.isPending}
			title={t`Match ${amount} with an order`}
			description={t`The order is confirmed as paid with this transfer, and its buyer gets the tickets. What is more than it costs is owed back to the buyer.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={match.isPending}>
						<Trans>Close</Trans>
					</Button>
					<Button isLoading={match.isPending} onClick={() => void send().catch(() => {})}>
						<Trans>Match</Trans>
					</Button>
				</>
			}
		>
			<form
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					void send().catch(() => {});
				}}
			>
				<ErrorCallout error={match.error} />
				<TextField
					label={t`Reference of the order`}
					hint={t`It begins with RF and is on the buyer’s page and in the email with the payment details.`}
					maxLength={60}
					value={reference}
					error={isSent && reference.trim() === '' ? t`This field is required.` : undefined}
					onChange={(change) => setReference(change.target.value)}
				/>
			</form>
		</Dialog>
	);
}
