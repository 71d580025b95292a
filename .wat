;; A row of a picture as it is compressed, and the checksum of that. 128-bit lanes do sixteen bytes in the time of one.
(module
  (memory (export "memory") 1)

  ;; Writes `length` bytes of `row` less those of `reference` at the same place (ISO/IEC 15948, section 9) to `out`.
  ;; Gives the Adler-32 (RFC 1950, section 8.2) of all that was written so far from the one before. Addresses are bytes in
  ;; the memory.
  (func (export "filterRow")
    (param $row i32) (param $reference i32) (param $out i32) (param $length i32) (param $adler i32)
    (result i32)
    (local $a i32) (local $b i32) (local $end i32) (local $stop i32) (local $byte i32)
    (local $bytes v128)
    ;; The sums of the bytes, of those sums as they were before each step, and of the bytes by their weight in a step.
    (local $sums v128) (local $before v128) (local $weighted v128)

    (local.set $a (i32.and (local.get $adler) (i32.const 0xffff)))
    (local.set $b (i32.shr_u (local.get $adler) (i32.const 16)))
    (local.set $end (i32.add (local.get $out) (local.get $length)))

    (loop $sections
      ;; 5,552 bytes are as many as 32 bits can sum before the remainder has to be taken.
      (local.set $stop
        (i32.add
          (local.get $out)
          (i32.and
            (select
              (i32.const 5552)
              (i32.sub (local.get $end) (local.get $out))
              (i32.gt_u (i32.sub (local.get $end) (local.get $out)) (i32.const 5552)))
            (i32.const -16))))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (local.set $before (v128.const i32x4 0 0 0 0))
      (local.set $weighted (v128.const i32x4 0 0 0 0))
      ;; Each byte that follows adds the first sum once more to the second.
      (local.set $b
        (i32.add
          (local.get $b)
          (i32.mul (local.get $a) (i32.sub (local.get $stop) (local.get $out)))))
      (block $done
        (loop $steps
          (br_if $done (i32.ge_u (local.get $out) (local.get $stop)))
          (local.set $bytes
            (i8x16.sub (v128.load (local.get $row)) (v128.load (local.get $reference))))
          (v128.store (local.get $out) (local.get $bytes))
          (local.set $before (i32x4.add (local.get $before) (local.get $sums)))
          (local.set $sums
            (i32x4.add
              (local.get $sums)
              (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bytes)))))
          (local.set $weighted
            (i32x4.add
              (local.get $weighted)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_u (local.get $bytes))
                  (v128.const i16x8 16 15 14 13 12 11 10 9))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_u (local.get $bytes))
                  (v128.const i16x8 8 7 6 5 4 3 2 1)))))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (local.set $reference (i32.add (local.get $reference) (i32.const 16)))
          (local.set $out (i32.add (local.get $out) (i32.const 16)))
          (br $steps)))
      (local.set $a
        (i32.rem_u (i32.add (local.get $a) (call $total (local.get $sums))) (i32.const 65521)))
      (local.set $b
        (i32.rem_u
          (i32.add
            (local.get $b)
            (i32.add
              (i32.shl (call $total (local.get $before)) (i32.const 4))
              (call $total (local.get $weighted))))
          (i32.const 65521)))
      (br_if $sections
        (i32.ge_u (i32.sub (local.get $end) (local.get $out)) (i32.const 16))))

    ;; The last bytes, fewer than a step's.
    (block $done
      (loop $rest
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $byte
          (i32.and
            (i32.sub
              (i32.load8_u (local.get $row))
              (i32.load8_u (local.get $reference)))
            (i32.const 255)))
        (i32.store8 (local.get $out) (local.get $byte))
        (local.set $a (i32.add (local.get $a) (local.get $byte)))
        (local.set $b (i32.add (local.get $b) (local.get $a)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (local.set $reference (i32.add (local.get $reference) (i32.const 1)))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (br $rest)))
    (i32.or
      (i32.shl (i32.rem_u (local.get $b) (i32.const 65521)) (i32.const 16))
      (i32.rem_u (local.get $a) (i32.const 65521))))

  ;; The sum of four lanes.
  (func $total (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
