-- Why a text for clients may not be approved: [{ code, message, section, sentence }]. Every number, date and person's
-- name must be in a citation or an item of the evidence pack that its sentence marks, unless a person stated the
-- sentence. A quotation must be word for word in the cited passage, by the person the sentence names. At most 100
-- reasons.
create or replace function private.source_reasons(approval public.approvals, evidence jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_full_text text := (
    select string_agg(texts.content, E'\n') from private.client_texts(approval.kind, approval.payload) as texts);
  v_language text;
  v_vocabulary text[];
  v_day date;
  v_items jsonb;
  v_evidence text;
  v_context jsonb;
  v_reasons jsonb := '[]';
  v_text record;
  v_sentence text;
  v_count integer := 0;
begin
  if v_full_text is null then
    return '[]';
  end if;
  v_language := coalesce(private.text_language(v_full_text), 'en');
  v_vocabulary := private.draft_vocabulary(approval);
  v_day := (
    select (approval.created_at at time zone organizations.time_zone)::date
    from public.organizations where organizations.id = approval.organization_id);
  v_items := private.citable_items(approval, evidence, v_language);
  v_evidence := private.name_evidence(v_items);
  v_context := jsonb_build_object(
    'items', v_items,
    'evidence', v_evidence,
    'people', to_jsonb(private.surnames_in(v_evidence)),
    'language', v_language,
    'on_day', v_day,
    'names', private.known_names(approval.organization_id, private.readable_words(v_full_text)),
    'vocabulary', v_vocabulary,
    'classes', private.word_classes(v_full_text, v_vocabulary),
    'titles', (
      select coalesce(jsonb_agg(label.title), '[]')
      from public.projects
      join public.accounts on accounts.id = projects.account_id
      join public.clients on clients.id = accounts.client_id
      cross join lateral (values (projects.name), (accounts.name), (clients.name)) as label (title)
      where projects.id = approval.project_id),
    'stated', (
      select coalesce(jsonb_agg(author_statements.sentence), '[]') from public.author_statements
      where author_statements.approval_id = approval.id and author_statements.withdrawn_at is null));
  for v_text in
    select * from private.client_texts(approval.kind, approval.payload) as texts order by texts."position"
  loop
    for v_sentence in
      select sentence from private.split_sentences(v_text.content) as sentence where not v_text.is_title
      union all
      select v_text.content where v_text.is_title
    loop
      v_reasons := v_reasons || private.sentence_reasons(v_sentence, v_text.section, v_text.is_title, v_context);
      v_count := v_count + 1;
      if jsonb_array_length(v_reasons) >= 100 then
        return v_reasons;
      elsif v_count = 2000 then
        -- This check runs whenever a person opens the card.
        return v_reasons || '[{"code": "draft_too_long", "message": "This text has more than 2,000 sentences: shorten it, or propose it in parts"}]'::jsonb;
      end if;
    end loop;
  end loop;
  return v_reasons || private.foreign_source_reasons(approval, evidence);
end;
$$;
comment on function private.source_reasons(public.approvals, jsonb) is
  'Returns [{ code, message, section, sentence }]; [] for kinds without a text for clients.';

-- The items that a card's markers can name: its verified citations, then the rows and figures of its pack; and, under
-- the number 0, its own fields and the period of the pack, which need no marker.
create or replace function private.citable_items(approval public.approvals, evidence jsonb, language text)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone text;
begin
  select organizations.time_zone into v_zone
  from public.organizations where organizations.id = approval.organization_id;
  return (
    select coalesce(jsonb_agg(item || jsonb_build_object('claims', private.text_claims(
      item ->> 'text', coalesce(private.text_language(item ->> 'text'), citable_items.language), (item ->> 'on_day')::date))), '[]')
    from (
      select jsonb_build_object(
        'number', citation -> 'number', 'quote', citation -> 'quote', 'passage', citation -> 'passage',
        'location', citation -> 'location', 'source_kind', citation -> 'source_kind',
        'on_day', ((citation ->> 'occurred_at')::timestamptz at time zone coalesce(v_zone, 'UTC'))::date,
        'text', concat_ws(E'\n', citation ->> 'title', citation ->> 'quote', citation #>> '{location,speaker}',
          ((citation ->> 'occurred_at')::timestamptz at time zone coalesce(v_zone, 'UTC'))::date)) as item
      from jsonb_array_elements(evidence) as citation
      where citation ->> 'role' = 'evidence' and citation ->> 'state' = 'verified'
      union all
      select jsonb_build_object(
        'number', entry.number, 'text', concat_ws(E'\n', item ->> 'title', item ->> 'text'), 'on_day', item -> 'occurred_on')
      from public.drafts
      join public.evidence_packs on evidence_packs.id = drafts.pack_id
      cross join lateral unnest(drafts.item_numbers) with ordinality as entry (item_number, number)
      join lateral jsonb_array_elements(evidence_packs.items) as item
        on (item ->> 'number')::integer = entry.item_number
      where drafts.approval_id = approval.id and item ->> 'kind' <> 'passage'
      union all
      select jsonb_build_object('number', 0, 'text', item ->> 'text')
      from public.drafts
      join public.evidence_packs on evidence_packs.id = drafts.pack_id
      cross join lateral jsonb_array_elements(evidence_packs.items) as item
      where drafts.approval_id = approval.id and item ->> 'group' = 'period'
      union all
      select jsonb_build_object('number', 0, 'text', concat_ws('; ',
        approval.payload ->> 'week_of', approval.payload ->> 'effective_on',
        approval.payload ->> 'hours_change', approval.payload ->> 'amount_change'))
    ) as entries);
end;
$$;
comment on function private.citable_items(public.approvals, jsonb, text) is
  'Returns [{ number, text, claims, quote?, passage?, location? }].';

-- Lower-case words that are not names of people in a text about this project: those of its titles, and of the section
-- headings of the draft's profile. The draft's own headings are text like any other.
create or replace function private.draft_vocabulary(approval public.approvals)
returns text[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select distinct lower(word)
    from (
      select concat_ws(' ', organizations.name, clients.name, accounts.name, projects.name, projects.code)
      from public.projects
      join public.organizations on organizations.id = projects.organization_id
      join public.accounts on accounts.id = projects.account_id
      join public.clients on clients.id = accounts.client_id
      where projects.id = approval.project_id
      union all
      select section ->> 'heading'
      from public.drafts
      join public.authoring_profiles on authoring_profiles.id = drafts.profile_id
      cross join lateral jsonb_array_elements(authoring_profiles.sections) as section
      where drafts.approval_id = approval.id
    ) as origin (names)
    -- The planner expects 1,000 words of regexp_split_to_table(), and would start parallel workers for them.
    cross join lateral unnest(regexp_split_to_array(origin.names, '[^[:alpha:]]+')) as word
    where word <> '');
end;
$$;

-- The reasons against one sentence. context: { items, evidence, people, language, on_day, names, vocabulary,
-- classes, titles, stated } of the card. A title has no markers and may use every item.
create or replace function private.sentence_reasons(sentence text, section text, is_title boolean, context jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_bare_sentence constant text := private.bare_sentence(sentence);
  v_visible_text constant text := private.visible_text(v_bare_sentence);
  v_sentence_claims constant jsonb := private.text_claims(
    private.strip_titles(v_visible_text, context -> 'titles'),
    coalesce(private.text_language(v_visible_text), context ->> 'language'), (context ->> 'on_day')::date);
  v_names constant jsonb := (
    select coalesce(jsonb_agg(to_jsonb(name_entry)), '[]') from private.names_in(v_visible_text, is_title, context) as name_entry);
  v_numbers integer[];
  v_items jsonb;
  v_text text;
  v_claims jsonb;
  v_reasons jsonb;
begin
  -- Most sentences contain no claim, and a text can be long.
  if v_sentence_claims = '[]' and v_names = '[]' and translate(v_bare_sentence, '"''', '') = v_bare_sentence then
    return '[]';
  end if;
  v_numbers := private.marked_numbers(sentence);
  v_items := (
    select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(context -> 'items') as item
    where is_title or item -> 'number' = '0' or (item ->> 'number')::integer = any (v_numbers));
  v_reasons := private.quotation_reasons(
    v_visible_text, v_items, case when not is_title and position('"' in v_visible_text) = 0 then v_names end, context);
  if not context -> 'stated' @> to_jsonb(v_bare_sentence) then
    v_text := private.name_evidence(v_items);
    v_claims := (
      select jsonb_agg(item_claim.claim)
      from jsonb_array_elements(v_items) as item
      cross join lateral jsonb_array_elements(item -> 'claims') as item_claim (claim));
    v_reasons := v_reasons || (
      select coalesce(jsonb_agg(jsonb_build_object('code', problem.code, 'message', problem.message)), '[]')
      from (
        select distinct
          case when claim ->> 'kind' in ('date', 'weekday', 'named_day') then 'date_unsourced'
            when claim ->> 'kind' = 'name' then 'name_unsourced' else 'figure_unsourced' end as code,
          format('%s has no source: cite a source, or mark the sentence as stated by you',
            private.quoted_text(claim ->> 'phrase')) as message
        from jsonb_array_elements(v_sentence_claims) as claim
        -- The month in the title of a report is not a claim.
        where not (is_title and claim ->> 'kind' = 'date' and claim -> 'day' = 'null' and claim -> 'year' = 'null')
          and not private.is_claim_supported(claim, coalesce(v_claims, '[]'), v_visible_text)
        union all
        select 'name_unsourced',
          format('%s is named without a source: cite a source, or mark the sentence as stated by you', name_entry ->> 'name')
        from jsonb_array_elements(v_names) as name_entry
        -- A word that may name a thing, such as a product, needs no marker if any source of the card contains it.
        where not private.is_name_supported(
          name_entry ->> 'name',
          coalesce(case when (name_entry ->> 'is_person')::boolean then v_text else context ->> 'evidence' end, ''), context -> 'classes')
      ) as problem);
  end if;
  return (
    select coalesce(jsonb_agg(reason || jsonb_build_object('section', section, 'sentence', v_bare_sentence)), '[]')
    from jsonb_array_elements(v_reasons) as reason);
end;
$$;
comment on function private.sentence_reasons(text, text, boolean, jsonb) is
  'Returns [{ code, message, section, sentence }] for one sentence.';

-- A sentence without the names of its project, account and client: the 2 in "Shop 2" is not a claim.
create or replace function private.strip_titles(sentence text, titles jsonb)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_title text;
  v_remaining_text text := sentence;
begin
  for v_title in
    select title from jsonb_array_elements_text(coalesce(titles, '[]')) as title
    where title ~ '[[:alpha:]]{3}' order by char_length(title) desc
  loop
    v_remaining_text := replace(v_remaining_text, v_title, ' ');
  end loop;
  return v_remaining_text;
end;
$$;
