import { useLingui } from '@lingui/react/macro';
import { Card } from '#app/ui/card.tsx';
import { type DraftFieldsProps, type DraftGroup, GroupFields } from './group-fields.tsx';

/** Everything beyond title and start in the long form: each group as a section that is open. */
export function OpenFields(props: DraftFieldsProps) {
	const { t } = useLingui();
	const section = (group: DraftGroup, title: string) => (
		<Card
			id={group}
			className="scroll-mt-24"
			aria-label={title}
			title={<span className="text-lg">{title}</span>}
		>
			<GroupFields group={group} {...props} isLong />
		</Card>
	);
	return (
		<div className="flex flex-col gap-6">
			{section('times', t`End, zone & repeats`)}
			{section('place', t`Location`)}
			{section('page', t`Description`)}
			{section('cover', t`Cover`)}
			{section('settings', t`Visibility`)}
		</div>
	);
}
