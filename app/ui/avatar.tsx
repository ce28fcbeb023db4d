import clsx from 'clsx';
import { useState } from 'react';
import { hashText } from '#shared/rules/seeded-random.ts';
import { initialsOf, type Person } from './initials.ts';

const SIZES = {
	sm: 'size-6 text-[0.625rem]',
	md: 'size-8 text-xs',
	lg: 'size-10 text-sm',
	xl: 'size-16 text-xl',
};

/** No hue between orange and leaf green: at a depth that carries white letters those are mud. */
const HUES = [15, 35, 150, 170, 195, 220, 245, 265, 285, 310, 335, 355];

/**
 * A face: the picture, else the initials of first and last name, else the first letter of the email, on a hue of its own.
 * Decorative by default, since the name stands beside it; alone it needs `label`.
 */
export function Avatar(props: {
	person: Person;
	imageUrl?: string | null;
	size?: keyof typeof SIZES;
	label?: string;
	className?: string;
}) {
	const { person, imageUrl, size = 'md', label, className } = props;
	const [failedUrl, setFailedUrl] = useState<string>();
	const shape = clsx(
		'inline-grid flex-none place-items-center overflow-hidden rounded-full select-none',
		SIZES[size],
		className,
	);
	if (imageUrl && imageUrl !== failedUrl) {
		return (
			<img
				src={imageUrl}
				alt={label ?? ''}
				loading="lazy"
				decoding="async"
				onError={() => setFailedUrl(imageUrl)}
				className={clsx(shape, 'object-cover')}
			/>
		);
	}
	const hue =
		HUES[hashText(person.email || person.name || `${person.firstName} ${person.lastName}`) % HUES.length];
	return (
		<span
			aria-hidden={label ? undefined : true}
			style={{ '--event-hue': hue }}
			className={clsx('event-theme bg-event font-semibold text-on-event', shape)}
		>
			{/* The letters are in view, so they are part of the name: people who speak to their browser say what they see. */}
			{initialsOf(person)}
			{label ? <span className="sr-only"> {label}</span> : null}
		</span>
	);
}

/** A few faces, overlapping, and how many more there are. */
export function AvatarStack(props: {
	people: readonly { id: string; person: Person; imageUrl?: string | null }[];
	max?: number;
	size?: keyof typeof SIZES;
}) {
	const { people, max = 5, size = 'md' } = props;
	const rest = people.length - max;
	return (
		<span className="flex items-center -space-x-1.5 rtl:space-x-reverse">
			{people.slice(0, max).map(({ id, person, imageUrl }) => (
				<Avatar key={id} person={person} imageUrl={imageUrl} size={size} className="ring-2 ring-surface" />
			))}
			{rest > 0 ? <span className="ps-3 text-compact text-muted tabular-nums">+{rest}</span> : null}
		</span>
	);
}
