CREATE TABLE "fee_months" (
	"id" uuid,
	"organisation_id" uuid,
	"month" date NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fee_months_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "fee_months_unique" ON "fee_months" ("organisation_id","month");