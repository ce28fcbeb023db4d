import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { usePopover } from './use-popover.ts';

/** Attributes that a button needs to open something floating. */
export type TriggerProps = Pick<
	ComponentProps<'button'>,
	'ref' | 'popoverTarget' | 'aria-expanded' | 'aria-controls' | 'aria-haspopup'
>;

/** A small panel beside a button, for filters and help. Content may be anything; a list of actions is a Menu. */
export function Popover(props: {
	trigger: (props: TriggerProps) => ReactNode;
	label: string;
	side?: 'bottom' | 'top';
	align?: 'start' | 'center' | 'end';
	className?: string;
	/** A function gets `close`. */
	children: ReactNode | ((close: () => void) => ReactNode);
}) {
	const { trigger, label, side, align, className, children } = props;
	const { trigger: triggerProps, popover, close } = usePopover({ side, align });
	return (
		<>
			{trigger({ ...triggerProps, 'aria-haspopup': 'dialog' })}
			<div {...popover} role="dialog" aria-label={label} className={clsx('popover floating p-4', className)}>
				{typeof children === 'function' ? children(close) : children}
			</div>
		</>
	);
}
