import type { ReactNode } from 'react';
import { StatusBadge, type StatusTone } from './status-badge.tsx';

/** The name of a row of a list, the state that it is in, and more badges. */
export function NameAndState(props: {
	name: string;
	state: { tone: StatusTone; label: string };
	children?: ReactNode;
}) {
	const { name, state, children } = props;
	return (
		<p className="flex flex-wrap items-center gap-2">
			<span className="font-medium [overflow-wrap:anywhere]" dir="auto">
				{name}
			</span>
			<StatusBadge tone={state.tone}>{state.label}</StatusBadge>
			{children}
		</p>
	);
}
