package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// build takes a document for objects as kubectl's resource builder does for `apply -f`: decoded without a schema, its
// metadata checked, lists taken apart. The builder itself lives in a module that brings every client of Kubernetes along
// and takes minutes to compile; these are its steps (metadataValidatingDecoder, FlattenListVisitor, infoForObject), each
// with the function that the builder calls.
func build(document []byte) (objects []map[string]any, refused []error) {
	defer func() {
		if caught := recover(); caught != nil {
			refused = append(refused, fmt.Errorf("panic: %v", caught))
		}
	}()
	decoded, _, err := unstructured.UnstructuredJSONScheme.Decode(document, nil, nil)
	if err != nil {
		return nil, []error{err}
	}
	if err := checkMetadata(document); err != nil {
		return nil, []error{err}
	}
	if !meta.IsListType(decoded) {
		return append(objects, content(decoded)), nil
	}
	items, err := flatten(decoded)
	if err != nil {
		return nil, []error{err}
	}
	typer := unstructuredscheme.NewUnstructuredObjectTyper()
	for _, item := range items {
		if _, _, err := typer.ObjectKinds(item); err != nil {
			refused = append(refused, err)
			continue
		}
		objects = append(objects, content(item))
	}
	return objects, refused
}

// checkMetadata finds metadata that would be cut short later: nothing but the parts that every object has is decoded.
func checkMetadata(document []byte) error {
	return utiljson.Unmarshal(document, &struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata,omitempty"`
	}{})
}

// flatten takes lists apart, those in lists too, which come behind all others.
func flatten(list k8sruntime.Object) (items []k8sruntime.Object, err error) {
	waiting := []k8sruntime.Object{list}
	for next := 0; next < len(waiting); next++ {
		if !meta.IsListType(waiting[next]) {
			items = append(items, waiting[next])
			continue
		}
		inside, err := meta.ExtractList(waiting[next])
		if err != nil {
			return nil, err
		}
		if errs := k8sruntime.DecodeList(inside, unstructured.UnstructuredJSONScheme); len(errs) > 0 {
			return nil, errs[0]
		}
		waiting = append(waiting, inside...)
	}
	return items, nil
}

func content(object k8sruntime.Object) map[string]any {
	known, isUnstructured := object.(*unstructured.Unstructured)
	if !isUnstructured {
		raw, _ := json.Marshal(object)
		return map[string]any{"not an object": json.RawMessage(raw)}
	}
	return known.Object
}
