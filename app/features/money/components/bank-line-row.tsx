import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { Button } from '#app/ui/button.tsx';
import { Money } from '#app/ui/money.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { BankLine } from '#shared/contracts/bank-files.ts';
import type { BankLineProblem } from '#shared/rules/bank-lines.ts';
import { useBankActions } from '../api.ts';

const problems: Record<BankLineProblem, ReturnType<typeof msg>> = {
	'no-order': msg`No order has this reference`,
	'several-orders': msg`Names several orders: match it with one of them`,
	'maybe-same': msg`Possible duplicate of a transfer in another statement. Dismiss it, or confirm that it is another transfer.`,
	'too-little': msg`Less than the order costs`,
	'too-much': msg`More than the order costs`,
	'paid-already': msg`The order is already confirmed`,
	'order-cancelled': msg`The order was cancelled`,
	'order-awaits-approval': msg`The order awaits approval`,
	'other-currency': msg`Another currency than the order`,
	'payment-in-progress': msg`A card payment for the order is in progress`,
};

export function LineRow(props: {
	organisation: string;
	line: BankLine;
	isEditable: boolean;
	onMatch: () => void;
}) {
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
				<Trans>Dismiss all</Trans>
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
		toast({ description: t`Dismiss`, action: { label: t`Undo`, onPress: () => void putBack() } });
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
		>{t`Restore`}</Button>
	) : (
		<Button
			variant="ghost"
			isLoading={ignore.isPending}
			onClick={() => void press(putAside)}
		>{t`Dismiss`}</Button>
	);
}
