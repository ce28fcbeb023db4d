import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { EmbedOptions, EmbedShow, EmbedTheme } from '../snippet.ts';

type Chosen = Omit<EmbedOptions, 'host' | 'event' | 'organiser'>;

/** What the colour field begins with: it has no state of being empty. */
const FIRST_COLOUR = '#2f5bd0';

/** What an element shows and how. */
export function EmbedChoices(props: {
	chosen: Chosen;
	onChange: (changes: Partial<Chosen>) => void;
	host: string;
	/** Why lists cannot be had. */
	noLists: string | undefined;
	/** Left out: only what is of an organiser is offered. */
	event?: { seriesSlug: string | null };
	isSeries?: boolean;
	onSeries?: (isSeries: boolean) => void;
}) {
	const { t } = useLingui();
	const { chosen, onChange, event, noLists } = props;
	const { show, theme, accent, opens, words } = chosen;
	const isOfEvent = show === 'event' || show === 'button';
	const ofEvent = [
		{
			value: 'event',
			label: t`Event`,
			description: t`Date, place and tickets, with registration inside.`,
		},
		{ value: 'button', label: t`Button`, description: t`Opens the event. You choose the words.` },
	];
	const host = new URL(props.host).host;
	return (
		<div className="flex min-w-0 flex-col gap-5">
			<RadioGroup
				label={t`What to show`}
				name="embed-show"
				value={show}
				onChange={({ target }) => onChange({ show: target.value as EmbedShow })}
				options={[
					...(event ? ofEvent : []),
					{
						value: 'list',
						label: t`List`,
						description: t`All your upcoming public events.`,
						isDisabled: Boolean(noLists),
					},
					{
						value: 'calendar',
						label: t`Calendar`,
						description: t`The same events, month by month.`,
						isDisabled: Boolean(noLists),
					},
				]}
			/>
			{isOfEvent && event?.seriesSlug ? (
				<Select
					label={t`Date`}
					value={props.isSeries ? 'series' : 'date'}
					onChange={({ target }) => props.onSeries?.(target.value === 'series')}
					options={[
						{ value: 'date', label: t`This date` },
						{ value: 'series', label: t`Always the next date of the series` },
					]}
				/>
			) : null}
			{show === 'button' ? (
				<TextField
					label={t`Words on the button`}
					value={words}
					maxLength={60}
					autoComplete="off"
					onChange={({ target }) => onChange({ words: target.value })}
				/>
			) : null}
			{show === 'event' ? null : (
				<Select
					label={t`Registration opens`}
					value={opens}
					onChange={({ target }) => onChange({ opens: target.value as Chosen['opens'] })}
					options={[
						{ value: 'panel', label: t`On your website, in a panel` },
						{ value: 'tab', label: t`On ${host}, in a new tab` },
					]}
				/>
			)}
			<Select
				label={t`Theme`}
				value={theme}
				onChange={({ target }) => onChange({ theme: target.value as EmbedTheme })}
				options={[
					{ value: 'auto', label: t`Match the visitor’s device` },
					{ value: 'light', label: t`Light` },
					{ value: 'dark', label: t`Dark` },
				]}
			/>
			<div className="flex flex-wrap items-end gap-4">
				<label className="flex flex-col gap-1.5 text-sm font-medium">
					<Trans>Accent colour</Trans>
					<input
						type="color"
						value={accent || FIRST_COLOUR}
						onChange={({ target }) => onChange({ accent: target.value.toLowerCase() })}
						className={`h-11 w-24 rounded-md border bg-surface p-1 ${accent ? '' : 'opacity-40'}`}
					/>
				</label>
				{accent ? (
					<Button variant="ghost" className="min-h-11" onClick={() => onChange({ accent: '' })}>
						<Trans>No accent</Trans>
					</Button>
				) : (
					<p className="pb-3 text-sm text-muted">
						{show === 'button' ? (
							<Trans>None. The button is black, or white on dark.</Trans>
						) : (
							<Trans>None. Each event has the colour of its page.</Trans>
						)}
					</p>
				)}
			</div>
		</div>
	);
}
