import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { arrowTarget } from '#app/ui/arrow-target.ts';
import type { LucideIcon } from '#app/ui/icon.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

export interface Tool {
	icon: LucideIcon;
	label: string;
	/** For what is on or off at the cursor; absent for what is done once. */
	isOn?: boolean | undefined;
	run: () => void;
}

/** One stop of the Tab key; the arrow keys lead from tool to tool (the toolbar pattern of the ARIA practices). */
export function ToolBar(props: { label: string; tools: readonly Tool[] }) {
	const { label, tools } = props;
	const box = useRef<HTMLDivElement>(null);
	const [reached, setReached] = useState(0);
	const current = Math.min(reached, tools.length - 1);
	const onKeyDown = (event: KeyboardEvent) => {
		const next = arrowTarget(event, current, tools.length);
		if (next === undefined) return;
		setReached(next);
		box.current?.querySelectorAll('button')[next]?.focus();
	};
	return (
		<div
			ref={box}
			role="toolbar"
			aria-label={label}
			onKeyDown={onKeyDown}
			className="flex min-h-11 flex-wrap items-center gap-0.5 border-b border-hairline p-1.5"
		>
			{tools.map(({ icon, label: name, isOn, run }, at) => (
				<IconButton
					key={name}
					icon={icon}
					label={name}
					size="sm"
					aria-pressed={isOn}
					className={isOn ? 'bg-ink/10' : undefined}
					tabIndex={at === current ? 0 : -1}
					// A press leaves the cursor and the selection in the text.
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => {
						setReached(at);
						run();
					}}
				/>
			))}
		</div>
	);
}
