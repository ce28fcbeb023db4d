import { type ReactNode, useId } from 'react';

/**
 * A short explanation of something that can take focus. Spread the given attributes on it. Nothing that a person needs may
 * stand in a tip alone: touch screens do not show it.
 */
export function Tooltip(props: {
	text: ReactNode;
	side?: 'top' | 'bottom';
	children: (described: { 'aria-describedby': string }) => ReactNode;
}) {
	const id = useId();
	return (
		<span className="group/tip relative inline-flex">
			{props.children({ 'aria-describedby': id })}
			<span
				id={id}
				role="tooltip"
				data-side={props.side}
				className="tip group-focus-within/tip:tip-open group-hover/tip:tip-open"
			>
				{props.text}
			</span>
		</span>
	);
}
