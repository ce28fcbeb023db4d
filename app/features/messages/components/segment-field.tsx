import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useContext, useRef } from 'react';
import { flushSync } from 'react-dom';
import { newCondition } from '#app/features/messages/draft.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import type { SegmentOptions } from '#app/features/messages/use-segment-options.ts';
import { Button } from '#app/ui/button.tsx';
import { FormScope, fieldId } from '#app/ui/field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { Select } from '#app/ui/select.tsx';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import type { SegmentCondition } from '#shared/rules/messages/segments.ts';
import { ConditionFields } from './condition-fields.tsx';

/** Whom a message goes to, condition by condition. */
export function SegmentField(props: {
	conditions: SegmentCondition[];
	options: SegmentOptions;
	/** Conditions with nothing chosen are said to have none. */
	showsProblems: boolean;
	onChange: (conditions: SegmentCondition[]) => void;
}) {
	const { t } = useLingui();
	const { conditions, options, onChange } = props;
	const { conditions: names } = useMessageTexts();
	const box = useRef<HTMLFieldSetElement>(null);
	const scope = useContext(FormScope);
	/** Rows stay as they are when one before them goes. */
	const keys = useRef<number[]>([]);
	while (keys.current.length < conditions.length) keys.current.push((keys.current.at(-1) ?? 0) + 1);
	const set = (at: number, next: SegmentCondition) => onChange(conditions.with(at, next));
	function add(kind: SegmentCondition['kind']) {
		flushSync(() => onChange([...conditions, newCondition(kind)]));
		// Once the menu, which closes now, has given the focus back.
		setTimeout(() =>
			box.current?.querySelector<HTMLElement>('ol > li:last-child :is(input, select)')?.focus(),
		);
	}
	function remove(at: number) {
		keys.current.splice(at, 1);
		onChange(conditions.toSpliced(at, 1));
		box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
	}
	return (
		<fieldset
			ref={box}
			id={scope ? fieldId(scope, 'segment') : undefined}
			className="flex min-w-0 flex-col gap-3"
		>
			<legend className="mb-1.5 text-sm font-medium">
				<Trans>To</Trans>
			</legend>
			{conditions.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>Everyone with a valid ticket.</Trans>
				</p>
			) : null}
			<ol className="flex flex-col gap-3">
				{conditions.map((condition, at) => {
					const name = names[condition.kind];
					return (
						<li key={keys.current[at]} className="flex flex-col gap-3 rounded-lg border border-hairline p-3">
							<div className="flex items-center gap-2">
								{at > 0 ? (
									<Select
										label={t`Relation to the condition before`}
										isLabelHidden
										className="w-24 shrink-0"
										value={condition.or ? 'or' : 'and'}
										onChange={({ target }) => set(at, withFlag(condition, 'or', target.value === 'or'))}
										options={[
											{ value: 'and', label: t`and` },
											{ value: 'or', label: t`or` },
										]}
									/>
								) : null}
								<p className="min-w-0 flex-1 text-sm font-medium">{name}</p>
								<IconButton
									icon={Trash2}
									label={t`Remove condition: ${name}`}
									size="sm"
									onClick={() => remove(at)}
								/>
							</div>
							<Select
								label={t`Whom “${name}” leaves`}
								isLabelHidden
								value={condition.not ? 'not' : 'is'}
								onChange={({ target }) => set(at, withFlag(condition, 'not', target.value === 'not'))}
								options={[
									{ value: 'is', label: t`Only guests who match` },
									{ value: 'not', label: t`Only guests who don’t match` },
								]}
							/>
							<ConditionFields
								condition={condition}
								options={options}
								showsProblem={props.showsProblems}
								onChange={(next) => set(at, next)}
							/>
						</li>
					);
				})}
			</ol>
			{conditions.length < messageLimits.conditions ? (
				<Menu
					label={t`Add a condition`}
					items={options.kinds.map((kind) => ({
						id: kind,
						label: names[kind],
						onSelect: () => add(kind),
					}))}
					trigger={(trigger) => (
						<Button {...trigger} data-add variant="outline" icon={Plus} className="self-start">
							{conditions.length === 0 ? t`Only some guests` : t`Add a condition`}
						</Button>
					)}
				/>
			) : null}
		</fieldset>
	);
}

function withFlag(condition: SegmentCondition, flag: 'not' | 'or', isOn: boolean): SegmentCondition {
	const { [flag]: _, ...rest } = condition;
	return (isOn ? { ...rest, [flag]: true } : rest) as SegmentCondition;
}
