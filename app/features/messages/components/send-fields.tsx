import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';

/** When a message is to be sent; `local` is a wall time of the event’s zone. */
export interface SendWish {
	kind: 'now' | 'at';
	local: string | null;
}

/** Now, or at a time on the clock of the event. */
export function SendFields(props: {
	wish: SendWish;
	timeZone: string;
	error: string | undefined;
	onChange: (wish: SendWish) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { wish, timeZone, onChange } = props;
	const zone = formats.zone(new Date().toISOString(), timeZone);
	return (
		<>
			<RadioGroup
				label={t`When`}
				name="when"
				look="switch"
				value={wish.kind}
				onChange={({ currentTarget }) =>
					onChange({ ...wish, kind: currentTarget.value === 'at' ? 'at' : 'now' })
				}
				options={[
					{ value: 'now', label: t`Now` },
					{ value: 'at', label: t`At a time` },
				]}
			/>
			{wish.kind === 'at' ? (
				<DateTimeField
					label={t`Send at`}
					name="sendAt"
					hint={t`Time zone of the event: ${zone}.`}
					value={wish.local}
					error={props.error}
					onChange={(local) => onChange({ kind: 'at', local })}
				/>
			) : null}
		</>
	);
}
