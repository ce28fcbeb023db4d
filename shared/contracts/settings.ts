import { z } from '../lib/z.ts';
import { SQUARE_MB } from '../rules/file-sizes.ts';
import { currency, email, noContent, text, timeZone, typedEmail, uuid, wholeList } from './common.ts';
import { endpoint, organisationAccess, userAccess } from './endpoint.ts';

export const profile = z
	.object({
		firstName: z.string(),
		lastName: z.string(),
		profileImageUrl: z.string().nullable(),
		version: z.number(),
	})
	.meta({ id: 'Profile' });
export type Profile = z.output<typeof profile>;

export const getProfile = endpoint({
	id: 'accounts.getProfile',
	method: 'GET',
	path: '/api/account/profile',
	summary: 'Get the name and photo of the caller.',
	access: userAccess,
	limit: 'read',
	hasVersion: true,
	output: profile,
});

export const updateProfile = endpoint({
	id: 'accounts.updateProfile',
	method: 'PATCH',
	path: '/api/account/profile',
	summary: 'Update the name of the caller.',
	access: userAccess,
	limit: 'write',
	hasVersion: true,
	body: z.object({
		firstName: text({ max: 100 }).optional(),
		lastName: text({ max: 100 }).optional(),
	}),
	output: profile,
});

export const uploadPhoto = endpoint({
	id: 'accounts.uploadPhoto',
	method: 'POST',
	path: '/api/account/photo',
	summary: 'Upload a photo. It is cropped to a square, re-encoded, and its metadata is removed.',
	access: userAccess,
	limit: 'upload',
	hasVersion: true,
	upload: {
		field: 'file',
		maxBytes: SQUARE_MB * 1_000_000,
		description: `JPEG, PNG, WebP, AVIF or GIF, up to ${SQUARE_MB} MB`,
	},
	output: profile,
});

export const removePhoto = endpoint({
	id: 'accounts.removePhoto',
	method: 'DELETE',
	path: '/api/account/photo',
	summary: 'Remove the photo and show initials.',
	access: userAccess,
	limit: 'write',
	hasVersion: true,
	output: profile,
});

/** A field that may be left empty. */
const orEmpty = <S extends z.ZodType<string>>(schema: S) => z.union([z.literal(''), schema]);

const organisationFields = {
	name: text({ max: 120, min: 1 }),
	address: text({ max: 500, lines: true }),
	countryCode: orEmpty(z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.')),
	taxNumber: text({ max: 60 }),
	/** For e-invoices; empty: read from the address where it says them. */
	postcode: text({ max: 20 }),
	city: text({ max: 100 }),
	/** Who answers questions about invoices, in e-invoices. */
	invoiceContact: text({ max: 100 }),
	invoicePhone: text({ max: 40 }),
	/** In e-invoices; empty: `replyTo`. */
	invoiceEmail: orEmpty(email()),
	/** The seller on receipts and invoices; empty: the name. */
	legalName: text({ max: 200 }),
	/** Printed on receipts and invoices below the amounts. */
	taxNote: text({ max: 500, lines: true }),
	replyTo: orEmpty(email()),
	defaultTimeZone: orEmpty(timeZone()),
	defaultCurrency: orEmpty(currency()),
	defaultRefundPolicy: text({ max: 5_000, lines: true }),
	brandColor: orEmpty(z.string().regex(/^#[0-9a-f]{6}$/, 'Please choose a colour.')),
};

export const organisationSettings = z
	.object({
		id: uuid(),
		slug: z.string(),
		logoUrl: z.string().nullable(),
		version: z.number(),
		...organisationFields,
	})
	.meta({ id: 'OrganisationSettings' });
export type OrganisationSettings = z.output<typeof organisationSettings>;

export const organisationParams = z.object({ organisation: z.string() });

export const getOrganisationSettings = endpoint({
	id: 'settings.getOrganisation',
	method: 'GET',
	path: '/api/organisations/{organisation}/settings',
	summary: 'Get the profile and event defaults of an organisation.',
	access: organisationAccess('organisation.view'),
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: organisationSettings,
});

export const updateOrganisationSettings = endpoint({
	id: 'settings.updateOrganisation',
	method: 'PATCH',
	path: '/api/organisations/{organisation}/settings',
	summary: 'Update the profile and event defaults of an organisation.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	body: z.object(organisationFields).partial(),
	output: organisationSettings,
});

export const uploadLogo = endpoint({
	id: 'settings.uploadLogo',
	method: 'POST',
	path: '/api/organisations/{organisation}/logo',
	summary: 'Upload a logo. It is cropped to a square, re-encoded on white, and its metadata is removed.',
	access: organisationAccess('organisation.edit'),
	limit: 'upload',
	hasVersion: true,
	params: organisationParams,
	upload: {
		field: 'file',
		maxBytes: SQUARE_MB * 1_000_000,
		description: `JPEG, PNG, WebP, AVIF or GIF, up to ${SQUARE_MB} MB`,
	},
	output: organisationSettings,
});

export const removeLogo = endpoint({
	id: 'settings.removeLogo',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/logo',
	summary: 'Remove the logo.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	output: organisationSettings,
});

/** Kinds of optional notifications; those about the account itself are always sent. */
export const notificationKinds = ['reminders', 'registrations', 'door-conflicts', 'money'] as const;
export type NotificationKind = (typeof notificationKinds)[number];
/** By mail, or under the bell in the app. */
export const notificationChannels = ['mail', 'app'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

const choice = z.object({
	kind: z.enum(notificationKinds),
	channel: z.enum(notificationChannels),
	isOn: z.boolean(),
});

export const getNotifications = endpoint({
	id: 'notifications.getChoices',
	method: 'GET',
	path: '/api/account/notifications',
	summary: 'Get the notification settings of the caller.',
	access: userAccess,
	limit: 'read',
	output: z.object({ choices: z.array(choice) }),
});

export const chooseNotification = endpoint({
	id: 'notifications.choose',
	method: 'PUT',
	path: '/api/account/notifications',
	summary: 'Turn one kind of notification on or off in one channel.',
	access: userAccess,
	limit: 'write',
	body: choice,
	output: z.object({ choices: z.array(choice) }),
});

export const dataExport = z
	.object({
		id: uuid(),
		state: z.enum(['queued', 'ready', 'failed', 'expired']),
		sizeBytes: z.number(),
		createdAt: z.string(),
		expiresAt: z.string().nullable(),
	})
	.meta({ id: 'DataExport' });
export type DataExport = z.output<typeof dataExport>;

export const listDataExports = endpoint({
	id: 'settings.listDataExports',
	method: 'GET',
	path: '/api/account/exports',
	summary: 'List data exports of the caller, newest first.',
	access: userAccess,
	limit: 'read',
	output: wholeList(dataExport),
});

export const requestDataExport = endpoint({
	id: 'settings.requestDataExport',
	method: 'POST',
	path: '/api/account/exports',
	summary:
		'Request an export of all data stored about the caller. An email is sent when it is ready, if email is set up.',
	access: userAccess,
	limit: 'export',
	status: 202,
	output: dataExport,
});

export const downloadDataExport = endpoint({
	id: 'settings.downloadDataExport',
	method: 'GET',
	path: '/api/account/exports/{export}/file',
	summary: 'Download a data export before it expires.',
	access: userAccess,
	limit: 'export',
	isHiddenFromViewers: true,
	params: z.object({ export: uuid() }),
	output: { contentType: 'application/zip', description: 'A ZIP of JSON files' },
});

export const getDeletion = endpoint({
	id: 'settings.getDeletion',
	method: 'GET',
	path: '/api/account/deletion',
	summary: 'Preview deleting the account: what is deleted, and what prevents it.',
	access: userAccess,
	limit: 'read',
	output: z.object({ blockers: z.array(z.string()) }),
});

export const deleteAccount = endpoint({
	id: 'settings.deleteAccount',
	method: 'POST',
	path: '/api/account/deletion',
	summary: 'Delete the account permanently. Personal data is erased; financial records stay without it.',
	access: userAccess,
	limit: 'write',
	status: 204,
	/** The address, typed to be sure. */
	body: z.object({ email: typedEmail() }),
	output: noContent(),
});
