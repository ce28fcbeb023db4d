import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { moved } from '#app/features/reports/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';

/** Columns, groups or totals in their order: added from a menu, moved and taken out by buttons, all by keyboard. */
export function ChosenList(props: {
	title: string;
	/** Of the button that adds one. */
	add: string;
	chosen: readonly string[];
	options: readonly { id: string; label: string }[];
	labelOf: (id: string) => string;
	/** Beside the name of one. */
	detail?: (id: string, index: number) => ReactNode;
	most: number;
	onAdd: (id: string) => void;
	onChange: (chosen: string[]) => void;
}) {
	const { t } = useLingui();
	const { title, chosen, options, labelOf, onChange } = props;
	const list = useRef<HTMLOListElement>(null);
	const section = useRef<HTMLElement>(null);
	/** The button that was pressed moves along with its line, and is gone when the line is. */
	const change = (next: string[], index: number, act: 'up' | 'down' | 'remove') => {
		flushSync(() => onChange(next));
		const line = list.current?.children[Math.min(index, next.length - 1)];
		const button = line?.querySelector<HTMLElement>(`[data-act="${act}"]:not([aria-disabled="true"])`);
		(
			button ??
			line?.querySelector<HTMLElement>('button') ??
			section.current?.querySelector<HTMLElement>('button')
		)?.focus();
	};
	const move = (index: number, by: 1 | -1) =>
		change(moved(chosen, index, by), index + by, by < 0 ? 'up' : 'down');
	return (
		<section ref={section} aria-label={title} className="flex flex-col gap-2">
			<h2 className="text-sm font-medium">{title}</h2>
			{chosen.length > 0 ? (
				<ol ref={list} className="divide-y divide-hairline rounded-md border">
					{chosen.map((id, index) => {
						const name = labelOf(id);
						return (
							<li key={id} className="flex flex-wrap items-center gap-x-1 gap-y-2 py-1 ps-3 pe-1">
								<span className="min-w-24 flex-1 text-sm [overflow-wrap:anywhere]">{name}</span>
								{props.detail?.(id, index)}
								<span className="flex">
									<IconButton
										size="sm"
										icon={ArrowUp}
										data-act="up"
										label={t`Move ${name} up`}
										isDisabled={index === 0}
										onClick={() => move(index, -1)}
									/>
									<IconButton
										size="sm"
										icon={ArrowDown}
										data-act="down"
										label={t`Move ${name} down`}
										isDisabled={index === chosen.length - 1}
										onClick={() => move(index, 1)}
									/>
									<IconButton
										size="sm"
										icon={X}
										data-act="remove"
										label={t`Remove ${name}`}
										onClick={() =>
											change(
												chosen.filter((other) => other !== id),
												index,
												'remove',
											)
										}
									/>
								</span>
							</li>
						);
					})}
				</ol>
			) : null}
			{chosen.length < props.most && options.length > 0 ? (
				<Menu
					label={props.add}
					className="max-h-80 overflow-y-auto"
					items={options.map(({ id, label }) => ({ id, label, onSelect: () => props.onAdd(id) }))}
					trigger={(trigger) => (
						<Button {...trigger} size="sm" variant="outline" icon={Plus} className="self-start">
							{props.add}
						</Button>
					)}
				/>
			) : null}
		</section>
	);
}
