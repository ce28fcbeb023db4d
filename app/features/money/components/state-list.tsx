import type { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

type Message = ReturnType<typeof msg>;

/** A list of those in one state, which is chosen above it. */
export function StateList<State extends string, Row>(props: {
	label: string;
	state: State;
	states: readonly State[];
	onState: (state: State) => void;
	labels: Record<State, Message>;
	emptyTexts: Record<State, Message>;
	list: Parameters<typeof moreOf>[0] & {
		data: Row[] | undefined;
		error: unknown;
		isPending: boolean;
		refetch: () => unknown;
	};
	/** Between the choice and the rows. */
	above?: ReactNode;
	row: (row: Row) => ReactNode;
}) {
	const { i18n } = useLingui();
	const { state, labels, list } = props;
	return (
		<>
			<Select
				label={props.label}
				className="sm:max-w-60"
				value={state}
				onChange={(change) => props.onState(change.target.value as State)}
				options={props.states.map((value) => ({ value, label: i18n._(labels[value]) }))}
			/>
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			{list.isPending ? <Skeleton className="h-20" /> : null}
			{props.above}
			{list.data && list.data.length > 0 ? (
				<ul className="flex flex-col divide-y" aria-label={i18n._(labels[state])}>
					{list.data.map(props.row)}
				</ul>
			) : null}
			{list.data?.length === 0 ? (
				<p className="text-sm text-muted">{i18n._(props.emptyTexts[state])}</p>
			) : null}
			<ShowMore {...moreOf(list)} />
		</>
	);
}
